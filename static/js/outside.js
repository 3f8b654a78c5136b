// On pages outside any table.
import "./count.js";
import "./install.js";
import "./places.js";
import "./seats.js";
