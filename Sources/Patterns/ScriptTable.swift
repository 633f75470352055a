/// The scripts of Unicode's characters. Written by Tests/PatternOracle/scripts.swift from ICU's data.
enum ScriptTable {
    /// The short and the long name of each script, without `_`.
    static let names = """
        zyyy common;latn latin;bopo bopomofo;zinh inherited;grek greek;zzzz unknown;copt coptic;\
        cyrl cyrillic;armn armenian;hebr hebrew;arab arabic;syrc syriac;thaa thaana;nkoo nko;samr samaritan;\
        mand mandaic;deva devanagari;beng bengali;guru gurmukhi;gujr gujarati;orya oriya;taml tamil;\
        telu telugu;knda kannada;mlym malayalam;sinh sinhala;thai thai;laoo lao;tibt tibetan;mymr myanmar;\
        geor georgian;hang hangul;ethi ethiopic;cher cherokee;cans canadianaboriginal;ogam ogham;runr runic;\
        tglg tagalog;hano hanunoo;buhd buhid;tagb tagbanwa;khmr khmer;mong mongolian;limb limbu;tale taile;\
        talu newtailue;bugi buginese;lana taitham;bali balinese;sund sundanese;batk batak;lepc lepcha;\
        olck olchiki;brai braille;glag glagolitic;tfng tifinagh;hani han;hira hiragana;kana katakana;yiii yi;\
        lisu lisu;vaii vai;bamu bamum;sylo sylotinagri;phag phagspa;saur saurashtra;kali kayahli;rjng rejang;\
        java javanese;cham cham;tavt taiviet;mtei meeteimayek;linb linearb;lyci lycian;cari carian;\
        ital olditalic;goth gothic;perm oldpermic;ugar ugaritic;xpeo oldpersian;dsrt deseret;shaw shavian;\
        osma osmanya;osge osage;elba elbasan;aghb caucasianalbanian;vith vithkuqi;todr todhri;lina lineara;\
        cprt cypriot;armi imperialaramaic;palm palmyrene;nbat nabataean;hatr hatran;phnx phoenician;\
        lydi lydian;mero meroitichieroglyphs;merc meroiticcursive;khar kharoshthi;sarb oldsoutharabian;\
        narb oldnortharabian;mani manichaean;avst avestan;prti inscriptionalparthian;\
        phli inscriptionalpahlavi;phlp psalterpahlavi;orkh oldturkic;hung oldhungarian;rohg hanifirohingya;\
        gara garay;yezi yezidi;sogo oldsogdian;sogd sogdian;ougr olduyghur;chrs chorasmian;elym elymaic;\
        brah brahmi;kthi kaithi;sora sorasompeng;cakm chakma;mahj mahajani;shrd sharada;khoj khojki;\
        mult multani;sind khudawadi;gran grantha;tutg tulutigalari;newa newa;tirh tirhuta;sidd siddham;\
        modi modi;takr takri;ahom ahom;dogr dogra;wara warangciti;diak divesakuru;nand nandinagari;\
        zanb zanabazarsquare;soyo soyombo;pauc paucinhau;sunu sunuwar;bhks bhaiksuki;marc marchen;\
        gonm masaramgondi;gong gunjalagondi;maka makasar;kawi kawi;xsux cuneiform;cpmn cyprominoan;\
        egyp egyptianhieroglyphs;hluw anatolianhieroglyphs;gukh gurungkhema;mroo mro;tnsa tangsa;\
        bass bassavah;hmng pahawhhmong;krai kiratrai;medf medefaidrin;plrd miao;tang tangut;nshu nushu;\
        kits khitansmallscript;dupl duployan;sgnw signwriting;hmnp nyiakengpuachuehmong;toto toto;\
        wcho wancho;nagm nagmundari;onao olonal;mend mendekikakui;adlm adlam;
        """

    /// The lengths of runs of characters with the same script, each followed by the script's place among the names.
    static let runs: StaticString = """
        Q20J160J1_1011?01150G110O110Q>1W10515022D0`3344103425441014451410141034151415D415o14>6@4U4723Y5715\
        V1825b18253815g1985K94569;55:106:10>:103:10P1:10::;3J:13\\3:10R1:>;15l1;253;`1:b1<>5k1=253=^1>25?>15\
        L?251?15;;55O:152:55[2:10M:a2@43?@20J@4A158A252A25FA157A151A354A259A252A254A851A452A155A25IA253B156B\
        452B25FB157B152B152B152B251B155B452B253B351B754B151B75AB:53C159C153C15FC157C152C155C25:C153C153C251C\
        ?54C25<C757C153D158D252D25FD157D152D155D259D252D253D753D452D155D25BD:52E156E353E154E352E151E152E352E\
        353E35<E455E353E154E251E651E>5EE55=F153F15GF15@F259F153F154F752F153F251F254F25:F759F=G153G15GG15:G15\
        5G259G153G154G752G652G154G25:G153G<5=H153H15c1H153H156H45@H25JH153I15BI35HI159I151I257I351I456I151I\
        158I65:I253I<5j1J4510LJU152K151K155K15HK151K15GK255K151K157K15:K254KP15X2L15T1L45W1L15T1L15?L157L40\
        2LU15P5MV1N151N551N25[1N104NP8OY2P1154P1257P1151P1154P125Y1P1154P125Q1P1154P1257P1151P1154P125?P115\
        i1P1154P125S2P125P1P135JP165f2Q1256Q125PDR1MS135[2T130;T175FU1951U1EV12095DW1<5=X1153X1152X1<5n2Y125\
        :Y165:Y1652Z1201Z110DZ165i2Z175[1Z155V2R1:5O[115<[145<[1451[135<[1N\\1255\\1;5\\1]145J]165;]1352]1\
        P1Y1L^1252^1o1_115M_125;_165:_165>_125O3a15]2`115b1`1P2a1d1b1854b1h1c135?c1353c1`1d1;755[1N253N8a185\
        3310=310734013601330231055V115417a11544154=117V2114P23P81F4256425V142564258415141514151415O425e1415\
        ?415>4256415C42534159415<023g2015;01125;011?015=135Q10?5Q13?5V101430216011K011A0Y113045jD0F5;0E5PM0\
        P8e1dC025P1015Y30P3f1P11d365576V1N151N551N25h1g1752g1>51g1GP1957P1157P1157P1157P1157P1157P1157P115\
        7P115P17n20R15Jh115i2h1<5f6h1J5E01h1101h1I09h1432O804h14015f2i12523203i110j2j1203j155[1215n2O15@0P12\
        V109510@j1OO15P20OOa20_1j110h2j1X50P^6h1P20P`Dh1]T1k135g1k195`1l1\\9m1D5P37h2n185R10V3130S2125211511\
        1581E5>1]1o135:065h1P285V2Q285<Q265P1@^1R2101R2T1S2;51S2MO35^2T21510:T2452T2OM15g1U295>U225:U2254U2\
        P1MS2V2H55V2GW2:56P1256P1256P1957P1157P115[11109114412045`2Q1^1W225:W265Tm:O<5GO45a1OTX85^;h125Z3h1\
        V1571<55855J9155915191529152915:9c3:@5[;:20`2:25f1:751:P15@:@3:065>327S1015C01540455:15W4:251015P10\
        J160J1;0:j110]1j120OO356O256O256O253O35701570:55025<X215JX215CX2152X215?X225>X2R15k3X2553045]103590\
        _2415=03514_15]1013R45MY235a1Z2?513K045T1[2953[2K\\255[1]255N^2151^2T1_245>_2Z15`2`2`1a2Nb225:b265\
        T1c245T1c245X1d285d1e2;51e2;f215?f2157f2152f215;f215?f2157f2152f235d1g2<5g9h295Fh2:58h2H56115Z111591\
        U256i2251i215\\1i2152i2351i2251i2Fj2159j2P1k2Ol2859l2`15Cm2152m2555m2Ln2351n2Jo2551o2P25P1P3HQ345DQ3\
        25^1Q34R3152R3558R3153R315MR3253R345:R3759R375P1S3P1T3P15W1U345<U395f1V3357V3FW3258W3CX3558X3BY375\
        4Y3<57Y3`25Y2Z3g15c1[3=5c1[3756[3X1\\385:\\365V1]335M]3852]3`65O:15Z1^3153^3252^3@53:g154:X1_385Z1`3\
        F5Ja3V15Lb3D5Gc395^2d345T1d3951d3S2e3:51e325If375:f365e1g315Bg385W1h395P3i315DI;5Bj315_1j3n157k315\
        1k3154k315?k315;k365k1l355:l3654m3158m3252m325Fm3157m3152m3155m315139m3252m3253m3251m3651m3557m325\
        7m3355m3;5:n3151n3251n315V1n315:n3151n3251n3154n315:n3152n3852n3M5l2o3155o3N5X2P485:P4V55f1Q425V1Q4\
        R15U2R4;5:R465=Z1C5j1S465:S465DML5KT425?T445GT4i55l1U4T35c2V4<51V47W4251W4258W4152W415NW4152W425<W4\
        95:W4V258X425^1X425;X4K5X2Y485c2Z4=5@R1i1[475:@f55R1\\4>5:\\4659]415]1]415>]4:5M]435P1^425F^415>^4\
        Y257_4152_415\\1_4351_4152_4159_485:_4656`4152`415U1`4152`4156`475:`4f95Ia475Ab415Y1b435Mb4e251l1?5\
        b1E=51EjLc4V35_3c4155c4;5T6c4\\b25S3d4=5fR1e4:5kl3e455WBf4ie65j1g4Vf15iAn175Oh415:h4452h4_2i415:i465\
        Nj4256j4:5V2k4:5:k4157k415Ek455Ck4`=5j1l4V65k2m4U35[2n445i1n475An4P251o41P52h11Q5;52h1>5ho5o485PHo4\
        f>Q5Y151Q59o4Wg854j1157j1152j1151j1o8i13j1?51i1M53i1251j1>54j185\\<P5TX25[3R555=R5359R575:R5254R540\
        lj35j7065d=0\\25^1325G395d30l15f70:5W1025n1033A0832073N043m10E5V24j35D0<5D0<5g2095I0W45e2015W201520\
        25102520254015<01510157015Q2015402580157015L0154015501510357015d:025T9025b10\\DS5?55S515?S5`R15O165\
        61e657f115Af1257f1152f1155f155n17Q1517`35]1T535>T525:T5452T5P:5OU5A5j1V5551V5`>5Z1W5f65[1X5451X5P?5\
        7P1154P1152P115?P115U6Y525@Y5Y15\\2Z545:Z5452Z5aH5T20\\25m10R654:15K:152:151:251:15::154:151:151:65\
        1:451:151:151:153:152:151:251:151:151:151:151:152:151:254:157:154:154:151:15::15A:553:155:15A:d152:\
        ^85\\1045T30<5?025?015?015U10:5^50h15J01i120=5\\1045907520>560j45hN045A035=035g3045o2065<04510?5<045\
        h1085:065X1085N025<04520n15d:0<5>025=035:055h1075?025;0659075c4015V30VP15PgY1h1P15jQ4h165n6h125Rd5h1\
        >5aY7h1?5^Ch1R]25n@h1R_15[j4h155PS4h1aRgE510N5P30P45`73``o55
        """
}
