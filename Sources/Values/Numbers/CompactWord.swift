// The words and letters that CLDR's compact decimal forms have in a locale, and that multiply nowhere else: those of
// smaller languages, and letters that are units elsewhere.
extension MultiplierWord {
    /// The power of ten, or the reason why there is none, of a word in locales.
    enum Decision: Equatable {
        case power(Int)
        /// The locale does not decide.
        case undecided
        /// The word is refused: it may be a unit.
        case refused
        /// The word is refused without a space before it.
        case refusedAttached
    }

    /// The word before a number that multiplies it in a locale: `elfu 2` in Swahili. Such numbers are refused.
    static func isBefore(_ word: String, in places: [String]) -> Bool {
        places.contains { compact.before[$0]?.contains(word.lowercased()) ?? false }
    }

    /// The words with the decisions in locales, and the words before numbers by locale, in lower case.
    static let compact: (after: [String: [String: Decision]], before: [String: Set<String>]) = {
        var after: [String: [String: Decision]] = [:]
        var before: [String: Set<String>] = [:]
        for (locales, words) in compactRows {
            let locales = locales.split(separator: " ").map(String.init)
            var decision: Decision?
            for part in words.split(separator: " ").map(String.init) {
                switch part {
                case "!": decision = .refused
                case "-": decision = .refusedAttached
                case "<": decision = nil
                default:
                    if let power = Int(part) {
                        decision = .power(power)
                        continue
                    }
                    for locale in locales {
                        if let decision {
                            after[part, default: [:]][locale] = decision
                        } else {
                            before[locale, default: []].insert(part.lowercased())
                        }
                    }
                }
            }
        }
        return (after, before)
    }()

    /// Locales with their words, each after its power of ten; after "!" those that are refused, after "-" those that are
    /// refused without a space, and after "<" those before numbers.
    private static let compactRows: [(locales: String, words: String)] = [
        ("af", "! m"),
        (
            """
            agq arn asa az_Cyrl bas bem bez bgc bho bm bo byn ccp cgg cho cic ckb co \
            csw dav dje doi dua dv dyo ebu ewo ff fur gaa gez gn guz gv haw ie ii io \
            iu jbo jgo jmc kaj kam kcg kde khq ki kkj kln kpe ks ksb ksf kw kxv_Deva \
            kxv_Orya kxv_Telu lag lg lkt lmo ln lrc lu luo luy mai mas mer mfe mg \
            mgh mgo mi mic mni moh mt mua mus myv mzn naq nd nds nmg nnh nqo nr nso \
            nus nv ny nyn oc os osa pa_Arab prg qu raj rhg rn rof rw rwk sa saq sat \
            sbp sd_Deva seh ses sg shi sn ss st su syr szl teo tig tn tok trv ts twq \
            tzm uz_Arab vai ve vmw vun wa wae wal xh xog yav yi za zgh
            """,
            "- G T"
        ),
        ("ak", "- G T < apem mpem ɔpepem ɔpepepem ɔpepepepem"),
        ("am", "3 ሺ 6 ሚ ሚሊዮን 9 ቢ ቢሊዮን 12 ት ትሪሊዮን"),
        ("as", "3 হাজাৰ 6 নিযুত 8 নিঃ 9 শঃকোঃ 12 শঃপঃ ! শঃ শত"),
        ("ast", "3 millar millares - G T"),
        ("ba tt", "3 мең"),
        ("blo", "< akl akr akrǝ akulo bkl bʊkuli gakuli gkl kotoku kt ŋkl ŋkr ŋkrǝ ŋkulo ɩkotoku ɩkt"),
        ("bn", "3 হা 5 লা 7 কো ! শত"),
        ("br", "3 miliad viliad 9 viliard ! a v - G T"),
        ("brx", "3 के रोजा 6 एम निजुत 9 बि बिलियन 12 ति त्रिलियन"),
        ("ca", "9 kM"),
        ("ce", "3 эзар"),
        ("ceb fil", "3 libo 6 milyon 9 bilyon 12 trilyon - T"),
        ("chr", "3 ᎢᏯᎦᏴᎵ 6 ᎢᏳᏆᏗᏅᏛ 9 ᎢᏯᏔᎳᏗᏅᏛ 12 ᎢᏯᏦᎠᏗᏅᏛ - T"),
        ("cv", "3 пин"),
        ("cy", "6 miliwn 9 biliwn 12 triliwn - T"),
        ("da fi", "! t"),
        ("dsb", "3 tysac 6 milionow 9 miliardow miliarźe 12 bilionow"),
        ("dz", "- G T < ཁྲི ཕྱུར ཕྲག བ བརྒྱ འབུམ ཡ སྟོང"),
        ("ee", "12 triliɔn - T < akpe biliɔn miliɔn triliɔn"),
        ("el", "3 χιλ 6 εκ"),
        ("en he ms ta th zh_Hant_HK zh_Hant_MO", "- T"),
        ("en_GB", "- m"),
        ("en_IN", "10 KCr 12 LCr - L"),
        ("eo", "6 miliono milionoj 9 miliardoj 12 duiliono duilionoj - G T"),
        ("ff_Adlm", "3 𞤓 𞤵𞤶𞤵𞤲𞤫𞤪𞤫 6 𞤁 𞤣𞤵𞤦𞤵𞤲𞤫𞤪𞤫 9 𞤁𞤶 𞤣𞤵𞤶𞤵𞤲𞤫𞤪𞤫 12 𞤚 𞤼𞤵𞤶𞤵𞤲𞤫𞤪𞤫"),
        ("fo", "3 tús túsund 6 millión milliónir mió 9 milliardir 12 billión billiónir bió"),
        ("fy", "3 tûzen"),
        (
            "ga",
            """
            3 mhíle míle 6 mhilliún milliún 9 bhilliún billiún mbilliún 12 dtrilliún \
            thrilliún trilliún - T
            """
        ),
        (
            "gd",
            """
            3 mhìle mìle mìltean 6 mhillean millean milleanan 9 bhillean billean \
            billeanan 12 thrillean trillean trilleanan - T
            """
        ),
        ("gsw", "3 Tsg tuusig 6 millioon millioone 12 Bio billioon billioone"),
        ("gu", "11 નિખર્વ 12 મહાપદ્મ 13 શંકુ 14 જલધિ"),
        ("ha", "- D T < biliyan dubu miliyan triliyan"),
        ("hi", "7 क 9 अ 11 ख"),
        ("hi_Latn", "7 Cr 10 KCr 12 LCr - L"),
        ("hsb", "3 tysac 6 milionaj milionow 9 miliardow miliardźe 12 bilionaj bilionow"),
        ("hy", "3 հազար հզր 6 միլիոն մլն 9 միլիարդ մլրդ 12 տրիլիոն տրլն"),
        ("ia", "3 milles 6 milliones 9 milliardo milliardos 12 billion billiones"),
        ("ig", "3 puku 6 nde 9 ijeri - G T"),
        ("is", "9 ma ! m"),
        ("ja", "16 京"),
        ("jv", "3 èwu 6 yuta 12 trilyun - M T Y È"),
        ("ka", "3 ათ ათასი 6 მილიონი მლნ 9 მილიარდი მლრ მლრდ 12 ტრილიონი ტრლ"),
        (
            "kab",
            "3 wagim wagimen 6 imelyunen umilyun 9 imelyaṛen umelyaṛ 12 itrilyunen utrilyun - G L T"
        ),
        ("kea", "6 milhãu 9 MM 12 bilhãu"),
        ("kgp", "6 mi"),
        ("kk", "! м"),
        ("kl", "3 td 6 mn 12 billion bn"),
        ("km", "3 ពាន់ 6 លាន 9 ប៊ីលាន 12 ទ្រីលាន"),
        ("kn", "3 ಸಾ 6 ಮಿ 9 ಬಿ 12 ಟ್ರಿ"),
        ("kok", "3 हज 11 निख निखर्व"),
        ("kok_Latn", "3 hoz hozar 5 lak 7 ko kotti 9 obz 11 nikh nikhorv"),
        ("ksh", "3 dousend 6 milljuhne 9 milljard milljarde 12 Bio billion billjuhn"),
        ("ku", "3 hezar 6 MN 9 MR - H"),
        ("kxv", "3 hjar 6 mi ! h"),
        ("lb", "3 Dsd dausend 6 millioun milliounen 12 Bio billioun billiounen"),
        ("lij", "6 mioin mion 12 Bio"),
        ("lo", "3 ພັນ 5 ແສນ 6 ລ້ານ 9 ຕື້ 12 ລລ ລ້ານລ້ານ"),
        ("lv", "12 triljonu"),
        ("mk", "9 мј"),
        ("ml", "3 ആയിരം 6 ദശലക്ഷം 9 ബില്യൺ 12 ട്രില്യൺ - T"),
        ("mn", "3 мян мянга 6 сая 9 тэрбум ! и их т"),
        ("mr", "3 ह 11 खर्व 13 पद्म"),
        ("ms_Arab", "3 ريبو 6 جوتا 9 بيليون - G"),
        ("my", "3 ထောင် 4 သောင်း 5 သိန်း 6 သန်း 7 ကုဋေ ဋေ 14 ကောဋိ < ကုဋေ ဋေ"),
        ("ne", "13 शंख ! करोड"),
        ("oc_ES", "9 miliards"),
        ("om", "- G T < biiliyoona kuma miiliyoona tiriiliyoona"),
        ("or", "3 ହ ହଜାର 6 ନି ନିୟୁତ 9 ବି ଶହକୋଟି 12 ଟ୍ରି ଲକ୍ଷକୋଟି"),
        ("pa", "13 ਨੀਲ"),
        ("pcm", "3 taúzan 6 míliọn 9 bíliọn 12 tríliọn - T"),
        ("ps", "3 زره 6 میلیونه 9 بیلیونه 12 ټریلیونه - G T"),
        ("pt_AO pt_CH pt_CV pt_GQ pt_GW pt_LU pt_MO pt_MZ pt_ST pt_TL", "9 mM"),
        ("rm", "6 milliun milliuns miu 9 milliarda milliardas 12 billiun billiuns biu ! T"),
        ("sah", "3 тыһ тыһыынча 6 мөл мөлүйүөн"),
        ("sc", "3 mìg mìgia 6 millione milliones 9 milliardos milliardu"),
        ("scn", "3 migghiaru 6 miliuna miliuni 12 biliuna biliuni - G T"),
        ("sd", "3 ھزار 6 ملين 9 بلين 12 ٽرلين"),
        ("se", "3 dt duháhat duhát 6 miljonat mn 12 biljona biljonat bn"),
        ("se_FI", "3 dt 6 mn 9 miljárda miljárdat 12 biljovdna biljovdnat bn"),
        ("si", "< ට්රි ට්රිලියන ද දහස බි බිලියන මි මිලියන"),
        ("smn", "3 tuhháát 6 miljovn 12 biljovn - G T"),
        ("so", "6 milyan 9 bilyan 12 tirilyan ! Kun kun - T"),
        ("sw", "- T < bilioni elfu milioni trilioni"),
        ("sw_KE", "< B M T"),
        ("te", "3 వే 6 మి 9 బి 12 ట్రి"),
        ("tg", "3 ҳазор ҳзр"),
        ("ti", "3 ሽ ሽሕ 6 ሚ ሚልዮን 9 ቢ ቢልዮን 12 ት ትሪልዮን"),
        ("tk", "3 müň"),
        ("to", "3 afe 4 mano 9 piliona 12 tiliona ! kilu - P T a k m"),
        ("ug", "3 مىڭ 6 مىليون 9 مىليارد 12 تىرىليون - T"),
        ("uz_Cyrl", "3 минг"),
        ("wo", "- T < vote"),
        ("xnr", "5 लख 7 क 9 अ 11 ख"),
        ("yo", "3 ẹgbẹ̀rún 6 mílíọ̀nù 9 bilíọ̀nù 12 tiriliọ̀nù - G T"),
        ("yo_BJ", "3 ɛgbɛ̀rún 6 mílíɔ̀nù 9 bilíɔ̀nù 12 tiriliɔ̀nù"),
        ("yrl", "3 miu 6 mi miliãu 9 biliãu 12 tiri tiriliãu"),
        ("yrl_CO yrl_VE", "12 tirillón ! billón"),
        ("zu", "3 inkulungwane sezigidi 6 isigidi 12 isigidintathu - T"),
    ]
}
