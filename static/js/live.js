// On the pages of a running table.
import "./awake.js";
import "./hold.js";
import "./late.js";
import "./opposite.js";
import "./timer.js";
import "./turn.js";
import "./updates.js";
import "./outbox.js";
