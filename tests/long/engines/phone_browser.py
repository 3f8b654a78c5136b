#!/usr/bin/python3
"""A window of WebKitGTK without a toolbar, as large as a phone, which WebKitWebDriver starts and drives: its
own MiniBrowser is never narrower than 447 px. It runs in Debian's Python, which has the bindings.

PHONE is a JSON object: the window's `width`, `height` and place (`left`), a script for every page (`hears`),
and the names of WebKit's features to switch off (`without`).
"""

import json
import os

import gi

gi.require_versions({"Gtk": "3.0", "WebKit2": "4.1"})
from gi.repository import Gtk, WebKit2  # noqa: E402 - their versions are chosen first

PHONE = json.loads(os.environ["PHONE"])


def page(_session: WebKit2.AutomationSession) -> WebKit2.WebView:
    """A window on the display, whose page the driver has."""
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    settings = view.get_settings()
    settings.set_property("media-playback-requires-user-gesture", True)  # noqa: FBT003 - its signature
    listed = WebKit2.Settings.get_all_features()
    features = {one.get_identifier(): one for one in map(listed.get, range(listed.get_length()))}
    for name in PHONE["without"]:
        settings.set_feature_enabled(features[name], False)  # noqa: FBT003 - its signature
    top, at_start = WebKit2.UserContentInjectedFrames.TOP_FRAME, WebKit2.UserScriptInjectionTime.START
    view.get_user_content_manager().add_script(
        WebKit2.UserScript(PHONE["hears"], top, at_start, None, None),
    )
    window = Gtk.Window()
    window.set_default_size(PHONE["width"], PHONE["height"])
    window.add(view)
    window.show_all()
    window.move(PHONE["left"], 0)
    return view


def begin(_context: WebKit2.WebContext, session: WebKit2.AutomationSession) -> None:
    """The driver asks for a page once it knows whom it talks to."""
    info = WebKit2.ApplicationInfo()
    info.set_name("phone")
    session.set_application_info(info)
    session.connect("create-web-view", page)


context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)
context.set_preferred_languages(["en_GB"])
context.connect("automation-started", begin)
Gtk.main()
