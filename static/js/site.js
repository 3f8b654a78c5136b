// On every page.
import "./app.js";
import "./connection.js";
import "./kept.js";
import "./keypad.js";
import "./older.js";
import "./style.js";
import "./taps.js";
import "./zone.js";
