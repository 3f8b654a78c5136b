// On the pages of a running table.
import "./hold.js";
import "./late.js";
import "./turn.js";
import "./updates.js";
import "./outbox.js";
