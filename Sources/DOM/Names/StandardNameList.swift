extension StandardNames {
    /// The names that are found fastest, after those of ``Tag``: attributes of the standards and such as many pages
    /// have, and the names that SVG and MathML spell with capitals (HTML standard, 13.2.6.5), once in lower case and
    /// once as they are spelled. (Two are missing that share a key with their own form in lower case.)
    static let others = """
        class id href src alt name content rel type value width height target lang role tabindex hidden
        action method for placeholder checked selected disabled readonly required multiple maxlength
        minlength min max step pattern autocomplete autofocus charset http-equiv media sizes srcset loading
        decoding fetchpriority crossorigin integrity referrerpolicy async defer nonce as color imagesizes
        imagesrcset colspan rowspan headers scope align valign bgcolor border cellpadding cellspacing
        background nowrap face size clear hspace vspace frameborder scrolling marginwidth marginheight
        allowfullscreen allow sandbox srcdoc allowtransparency property itemprop itemscope itemtype itemid
        itemref datetime about typeof resource vocab prefix datatype start reversed wrap rows cols accept
        accept-charset enctype formaction formmethod novalidate list open controls autoplay loop muted
        poster preload playsinline kind srclang default coords shape usemap ismap download hreflang ping rev
        text vlink alink axis char charoff contenteditable draggable spellcheck translate accesskey dropzone
        is part inert popover enterkeyhint inputmode onclick onload onerror onchange onsubmit onmouseover
        onmouseout onfocus onblur onkeydown onkeyup onkeypress oninput aria-label aria-hidden
        aria-labelledby aria-describedby aria-expanded aria-controls aria-haspopup aria-current
        aria-selected aria-live aria-level aria-checked aria-pressed aria-modal aria-disabled aria-owns
        aria-atomic aria-valuenow aria-valuemin aria-valuemax aria-orientation aria-roledescription data-id
        data-src data-srcset data-href data-url data-type data-name data-title data-value data-index
        data-target data-toggle data-action data-testid data-component data-content data-key data-label
        data-lazy data-sizes data-width data-height data-toc data-event data-track data-page data-position
        data-module data-category data-slot data-user data-image data-alt data-bg data-post-id
        data-track-label data-ga data-tracking data-original data-mw data-file-width data-file-height
        data-sort-value data-video-id data-placement data-dismiss data-parent data-ride data-slide
        data-slide-to data-options data-text data-count data-date data-link data-rel data-role data-style
        data-theme data-layout data-lang data-widget data-app data-state data-field data-item data-section
        data-product-id bs-toggle typemustmatch archive codebase declare standby profile version manifest
        noshade compact language event hreftranslate longdesc defaultchecked xmlns xmlns:xlink xlink
        xlink:href xlink:title xlink:actuate xlink:arcrole xlink:role xlink:show xlink:type xml:lang
        xml:space xml space actuate arcrole show viewbox fill stroke stroke-width stroke-linecap
        stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset stroke-opacity fill-rule
        fill-opacity clip-rule clip-path d cx cy r rx ry x y x1 x2 y1 y2 points transform offset stop-color
        stop-opacity opacity mask filter focusable enable-background font-size font-family font-weight
        text-anchor dx dy fx fy in in2 result mode values gradientunits definitionurl definitionURL encoding
        mathvariant displaystyle scriptlevel stretchy alttext altglyph altglyphdef altglyphitem animatecolor
        animatemotion animatetransform clippath feblend fecolormatrix fecomponenttransfer fecomposite
        feconvolvematrix fediffuselighting fedisplacementmap fedistantlight fedropshadow feflood fefunca
        fefuncb fefuncg fefuncr fegaussianblur feimage femerge femergenode femorphology feoffset
        fepointlight fespecularlighting fespotlight fetile feturbulence glyphref lineargradient
        radialgradient textpath altGlyph altGlyphDef altGlyphItem animateColor animateMotion
        animateTransform clipPath feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix
        feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG
        feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight
        feSpecularLighting feSpotLight feTile feTurbulence foreignObject glyphRef linearGradient
        radialGradient textPath attributename attributetype basefrequency baseprofile calcmode clippathunits
        diffuseconstant edgemode filterunits gradienttransform kernelmatrix kernelunitlength keypoints
        keysplines keytimes lengthadjust limitingconeangle markerheight markerunits markerwidth
        maskcontentunits maskunits numoctaves pathlength patterncontentunits patterntransform patternunits
        pointsatx pointsaty pointsatz preservealpha preserveaspectratio primitiveunits refx refy repeatcount
        repeatdur requiredextensions requiredfeatures specularconstant specularexponent spreadmethod
        startoffset stddeviation stitchtiles surfacescale systemlanguage tablevalues targetx targety
        textlength viewtarget xchannelselector ychannelselector zoomandpan attributeName attributeType
        baseFrequency baseProfile calcMode clipPathUnits diffuseConstant edgeMode filterUnits
        gradientUnits kernelMatrix kernelUnitLength keyPoints keySplines keyTimes
        lengthAdjust limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits maskUnits
        numOctaves pathLength patternContentUnits patternTransform patternUnits pointsAtX pointsAtY
        pointsAtZ preserveAlpha preserveAspectRatio primitiveUnits refX refY repeatCount repeatDur
        requiredFeatures specularConstant specularExponent spreadMethod startOffset
        stdDeviation stitchTiles surfaceScale systemLanguage tableValues targetX targetY textLength viewBox
        viewTarget xChannelSelector yChannelSelector zoomAndPan
        """
}
