// With pages that belong to no table.
import "./count.js";
import "./install.js";
import "./places.js";
import "./seats.js";
