// On pages outside any table.
import "./again.js";
import "./agree.js";
import "./count.js";
import "./gone.js";
import "./install.js";
import "./knock.js";
import "./places.js";
import "./unsent.js";
