import CLibXML2

// `select` and what stands in it (HTML standard, 13.2.6.4.7): since browsers let a select hold any element, it is read
// in the body's mode.
extension TreeConstructor {
    mutating func processSelectStartTag() {
        if contextTag == .select { return }
        if open.hasInScope(.select) {
            pop(through: open.topmost(.select))
            return
        }
        reconstructFormatting()
        let select = insertElement()
        isFramesetOK = false
        selectedContent.begin(select, isOutermost: open[open.topmost(.select)].sameBelow == 0)
    }

    mutating func processOptionStartTag() {
        if open.hasInScope(.select) {
            generateImpliedEndTags(except: .optgroup)
        } else if open[open.top].is(.option) {
            pop()
        }
        reconstructFormatting()
        noteOption(insertElement())
    }

    mutating func processOptgroupStartTag() {
        if open.hasInScope(.select) {
            generateImpliedEndTags()
        } else if open[open.top].is(.option) {
            pop()
        }
        reconstructFormatting()
        insertElement()
    }

    mutating func processRuleStartTag() {
        closeParagraphInButtonScope()
        if open.hasInScope(.select) { generateImpliedEndTags() }
        insertVoidElement()
        isFramesetOK = false
    }
}
