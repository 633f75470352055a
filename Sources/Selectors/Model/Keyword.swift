extension PseudoClass {
    /// The pseudo-classes without an argument that can be answered for a page at rest.
    enum Keyword: String, Hashable, Sendable, CaseIterable {
        case root, scope, empty
        case firstChild = "first-child"
        case lastChild = "last-child"
        case onlyChild = "only-child"
        case firstOfType = "first-of-type"
        case lastOfType = "last-of-type"
        case onlyOfType = "only-of-type"
        case link
        case anyLink = "any-link"
        case enabled, disabled, checked, required, optional, `default`, indeterminate, valid, invalid, open,
            muted
        case readOnly = "read-only"
        case readWrite = "read-write"
        case placeholderShown = "placeholder-shown"
        case inRange = "in-range"
        case outOfRange = "out-of-range"
        case defined
        /// Nothing but white space and comments inside. Not standard (an earlier draft had it).
        case blank
        // What follows is not standard.
        case parent, header, input, button, submit, reset, checkbox, radio, text, password, file, image,
            selected
    }

    /// The pseudo-classes that depend on what a person or a script does, or on a player: valid, never matching.
    enum Dynamic: String, Hashable, Sendable, CaseIterable {
        case active, hover, visited, focus, target, current, past, future, playing, paused, seeking, buffering
        case stalled, fullscreen, modal, autofill, host
        case focusVisible = "focus-visible"
        case focusWithin = "focus-within"
        case targetWithin = "target-within"
        case localLink = "local-link"
        case volumeLocked = "volume-locked"
        case popoverOpen = "popover-open"
        case pictureInPicture = "picture-in-picture"
        case userValid = "user-valid"
        case userInvalid = "user-invalid"
        case activeViewTransition = "active-view-transition"
        case hasSlotted = "has-slotted"
        case interestSource = "interest-source"
        case webkitAutofill = "-webkit-autofill"
        case webkitFullScreen = "-webkit-full-screen"
        case matchText = "matchtext"
    }
}
