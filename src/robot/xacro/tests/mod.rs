//! What the documentation of xacro (wiki.ros.org/xacro) and Python say these texts mean.

use super::*;

fn robot(inner: &str) -> String {
    format!("<robot name=\"r\" xmlns:xacro=\"http://www.ros.org/wiki/xacro\">\n{inner}\n</robot>")
}

fn run(inner: &str) -> Result<Expanded, RobotError> {
    run_with(inner, &[], &XacroSettings::default())
}

fn run_with(inner: &str, files: &[(&str, &str)], settings: &XacroSettings) -> Result<Expanded, RobotError> {
    let find = |path: &str| {
        files
            .iter()
            .find(|(name, _)| *name == path)
            .map(|(_, text)| Arc::from(text.as_bytes().to_vec().into_boxed_slice()))
    };
    expand(robot(inner).as_bytes(), "a/robot.urdf.xacro", &find, settings)
}

/// The expansion without white space between tags, without declaration and root element.
fn inner(expanded: &Expanded) -> String {
    let text: String = expanded.text.lines().map(str::trim).collect();
    let start = text.find("<robot").and_then(|at| text[at..].find('>').map(|end| at + end + 1)).unwrap_or(0);
    let end = text.rfind("</robot>").unwrap_or(text.len());
    text[start..end].to_owned()
}

#[track_caller]
fn gives(given: &str, wanted: &str) {
    match run(given) {
        Ok(expanded) => assert_eq!(inner(&expanded), wanted, "of {given}"),
        Err(error) => panic!("{given}: {error}"),
    }
}

/// The value of an expression, as it stands in an attribute.
#[track_caller]
fn is(expression: &str, wanted: &str) {
    gives(&format!("<a v=\"${{{expression}}}\"/>"), &format!("<a v=\"{wanted}\"/>"));
}

#[track_caller]
fn fails(given: &str, words: &str) -> RobotError {
    let error = match run(given) {
        Err(error) => error,
        Ok(expanded) => panic!("{given} gave {}", expanded.text),
    };
    assert!(error.to_string().contains(words), "{given}: {error}");
    assert!(!error.problem.mend().is_empty());
    error
}

#[test]
fn arithmetic_is_pythons() {
    is("1 + 2 * 3", "7");
    is("(1 + 2) * 3", "9");
    is("7 / 2", "3.5");
    is("6 / 2", "3.0");
    is("7 // 2", "3");
    is("-7 // 2", "-4");
    is("-7 % 3", "2");
    is("2 ** 3 ** 2", "512");
    is("-2 ** 2", "-4");
    is("1e-3 * 2", "0.002");
    is("0.1 + 0.2", "0.30000000000000004");
    is("1 if 2 &gt; 1 else 0", "1");
    is("1 &lt; 2 and 3 != 4", "True");
    is("not True", "False");
    is("max(1, 5, 3)", "5");
    is("round(2.5)", "2");
    is("int('4') + float('0.5')", "4.5");
    is("'a' + 'b'", "ab");
    is("'%d-%s' % (3, 'x')", "3-x");
    is("[1, 2, 3][1]", "2");
    is("dict(a=4)['a']", "4");
    is("len('abc')", "3");
    is("'b' in 'abc'", "True");
}

#[test]
fn functions_of_math_are_known_by_their_names() {
    is("sqrt(16)", "4.0");
    is("cos(0)", "1.0");
    is("math.floor(2.7)", "2");
    is("degrees(pi)", "180.0");
    is("radians(180) == pi", "True");
}

#[test]
fn properties_are_evaluated_where_they_are_used() {
    gives("<xacro:property name=\"w\" value=\"2\"/><a v=\"${w * 2}\" t=\"x${w}y\"/>", "<a v=\"4\" t=\"x2y\"/>");
    // The value names a property that is defined only later.
    gives(
        "<xacro:property name=\"a\" value=\"${b + 1}\"/><xacro:property name=\"b\" value=\"1\"/><x v=\"${a}\"/>",
        "<x v=\"2\"/>",
    );
    // `default` holds only where there is no value yet.
    gives(
        "<xacro:property name=\"a\" value=\"1\"/><xacro:property name=\"a\" default=\"2\"/><x v=\"${a}\"/>",
        "<x v=\"1\"/>",
    );
    // A body instead of a value.
    gives(
        "<xacro:property name=\"p\"><origin xyz=\"1 2 3\"/></xacro:property><a><xacro:insert_block name=\"p\"/></a>",
        "<a><origin xyz=\"1 2 3\"/></a>",
    );
    gives("<a v=\"$${not} $$(this)\"/>", "<a v=\"${not} $(this)\"/>");
}

#[test]
fn macros_take_values_defaults_and_blocks() {
    gives(
        "<xacro:macro name=\"m\" params=\"n s:=2 *inside **content\"><l n=\"${n}\" s=\"${s}\">\
         <xacro:insert_block name=\"inside\"/><xacro:insert_block name=\"content\"/></l></xacro:macro>\
         <xacro:m n=\"a\"><o/><c><d/><e/></c></xacro:m>",
        "<l n=\"a\" s=\"2\"><o/><d/><e/></l>",
    );
    // A value of the caller is taken over by `:=^`, and something else stands in where there is none.
    gives(
        "<xacro:macro name=\"m\" params=\"p:=^|5\"><l v=\"${p}\"/></xacro:macro><xacro:m/>\
         <xacro:property name=\"p\" value=\"7\"/><xacro:m/>",
        "<l v=\"5\"/><l v=\"7\"/>",
    );
    // Defaults may name the parameters before them, and hold white space in quotes.
    gives(
        "<xacro:macro name=\"m\" params=\"a b:=${a + 1} c:='x y'\"><l v=\"${b} ${c}\"/></xacro:macro><xacro:m a=\"1\"/>",
        "<l v=\"2 x y\"/>",
    );
    // A macro calls another, and itself to an end.
    gives(
        "<xacro:macro name=\"down\" params=\"n\"><l v=\"${n}\"/><xacro:if value=\"${n &gt; 0}\">\
         <xacro:down n=\"${n - 1}\"/></xacro:if></xacro:macro><xacro:down n=\"2\"/>",
        "<l v=\"2\"/><l v=\"1\"/><l v=\"0\"/>",
    );
    // The name of the macro is itself computed.
    gives("<xacro:macro name=\"m\" params=\"\"><l/></xacro:macro><xacro:call macro=\"${'m'}\"/>", "<l/>");
    // What a macro defines stays inside, unless it says otherwise.
    gives(
        "<xacro:property name=\"x\" value=\"1\"/><xacro:macro name=\"m\" params=\"\">\
         <xacro:property name=\"x\" value=\"2\"/><xacro:property name=\"y\" value=\"3\" scope=\"parent\"/>\
         </xacro:macro><xacro:m/><l v=\"${x} ${y}\"/>",
        "<l v=\"1 3\"/>",
    );
}

#[test]
fn conditions_choose() {
    for (value, taken) in [("true", true), ("False", false), ("1", true), ("0", false), ("${1 == 1}", true)] {
        gives(
            &format!("<xacro:if value=\"{value}\"><a/></xacro:if><xacro:unless value=\"{value}\"><b/></xacro:unless>"),
            if taken { "<a/>" } else { "<b/>" },
        );
    }
    // What is not taken is not evaluated.
    gives("<xacro:if value=\"false\"><a v=\"${nothing}\"/></xacro:if>", "");
}

#[test]
fn arguments_beat_defaults() {
    let text = "<xacro:arg name=\"n\" default=\"1\"/><a v=\"$(arg n)\"/>";
    gives(text, "<a v=\"1\"/>");
    let settings = XacroSettings { arguments: [("n".to_owned(), "5".to_owned())].into(), ..Default::default() };
    assert!(run_with(text, &[], &settings).is_ok_and(|expanded| inner(&expanded) == "<a v=\"5\"/>"));
    // An argument that no file knows is told.
    let settings = XacroSettings { arguments: [("m".to_owned(), "5".to_owned())].into(), ..Default::default() };
    assert!(run_with(text, &[], &settings).is_ok_and(|e| e.diagnostics.0.iter().any(|d| d.message.contains("'m'"))));
}

#[test]
fn files_are_included_from_packages_and_from_beside() {
    let macros = robot("<xacro:macro name=\"m\" params=\"\"><l/></xacro:macro>");
    let files = [("package://p/m.xacro", macros.as_str()), ("a/inc/m.xacro", macros.as_str())];
    for name in ["$(find p)/m.xacro", "inc/m.xacro"] {
        let text = format!("<xacro:include filename=\"{name}\"/><xacro:m/>");
        let expanded = run_with(&text, &files, &XacroSettings::default());
        assert!(expanded.as_ref().is_ok_and(|e| inner(e) == "<l/>"), "{name}: {expanded:?}");
        assert!(expanded.is_ok_and(|e| e.files.len() == 2));
    }
    // A namespace keeps what a file defines apart.
    let text = "<xacro:include filename=\"inc/m.xacro\" ns=\"n\"/><xacro:n.m/>";
    assert!(run_with(text, &files, &XacroSettings::default()).is_ok_and(|e| inner(&e) == "<l/>"));
}

#[test]
fn yaml_is_read() {
    let yaml = "limits:\n  shoulder: {min: -1.5, max: !degrees 90}\nnames: [a, b]\n";
    let text = "<xacro:property name=\"y\" value=\"${xacro.load_yaml('c.yaml')}\"/>\
                <l v=\"${y['limits']['shoulder']['min']} ${y.names[1]}\"/>";
    let expanded = run_with(text, &[("a/c.yaml", yaml)], &XacroSettings::default());
    assert!(expanded.as_ref().is_ok_and(|e| inner(e) == "<l v=\"-1.5 b\"/>"), "{expanded:?}");
    // The last of equal keys holds.
    let text = "<l v=\"${xacro.load_yaml('c.yaml').a.b} ${xacro.load_yaml('c.yaml').a.y}\"/>";
    let expanded = run_with(text, &[("a/c.yaml", "a:\na: {b: 2, y: 3}\n")], &XacroSettings::default());
    assert!(expanded.as_ref().is_ok_and(|e| inner(e) == "<l v=\"2 3\"/>"), "{expanded:?}");
}

#[test]
fn what_cannot_be_done_is_named_with_its_line() {
    let place = |error: RobotError| (error.file, error.line);
    let here = |line| ("a/robot.urdf.xacro".to_owned(), Some(line));
    assert_eq!(place(fails("<a v=\"${nothing}\"/>", "nothing")), here(2));
    assert_eq!(place(fails("\n<xacro:nothing/>", "nothing")), here(3));
    fails("<a v=\"${1 / 0}\"/>", "");
    fails("<a v=\"${[x for x in [1]]}\"/>", "");
    fails("<a v=\"${1 +}\"/>", "");
    fails("<a v=\"$(arg unknown)\"/>", "unknown");
    fails("<xacro:macro name=\"m\" params=\"a\"><l/></xacro:macro><xacro:m/>", "'a'");
    fails("<xacro:macro name=\"m\" params=\"a\"><l/></xacro:macro><xacro:m b=\"1\" a=\"1\"/>", "'b'");
    fails("<xacro:property name=\"a\" value=\"${b}\"/><xacro:property name=\"b\" value=\"${a}\"/><l v=\"${a}\"/>", "");
}

#[test]
fn what_a_missing_file_would_have_made_is_left_out_and_told() {
    let text = "<xacro:include filename=\"gone.xacro\"/>\n<xacro:unknown/>\n<l/>";
    let expanded = match run(text) {
        Ok(expanded) => expanded,
        Err(error) => panic!("{error}"),
    };
    assert_eq!(inner(&expanded), "<l/>");
    let told: Vec<_> =
        expanded.diagnostics.0.iter().map(|d| (d.code.as_str(), d.line, d.message.contains("gone.xacro"))).collect();
    assert_eq!(told, [("xacro-include-missing", Some(2), true), ("xacro-macro-missing", Some(3), true)]);
}

#[test]
fn a_missing_include_is_named_only_where_it_can_be_the_cause() {
    let gone = "<xacro:include filename=\"gone.xacro\"/>";
    for undefined in
        ["<l v=\"${x}\"/>", "<l v=\"$(arg x)\"/>", "<xacro:insert_block name=\"x\"/>", "<l v=\"${xacro.arg('x')}\"/>"]
    {
        fails(&format!("{gone}{undefined}"), "gone.xacro");
    }
    for wrong in ["<l v=\"${1 +}\"/>", "<l v=\"${1 / 0}\"/>", "<l v=\"${xacro.load_yaml('n.yaml')}\"/>", "<xacro:if/>"]
    {
        let error = fails(&format!("{gone}{wrong}"), "");
        assert!(!error.problem.to_string().contains("gone.xacro"), "{error}");
    }
    let error = fails("<l v=\"${xacro.load_yaml('n.yaml')}\"/>", "n.yaml");
    assert!(error.problem.mend().contains("Add the file"), "{}", error.problem.mend());
}

#[test]
fn line_ends_in_values_survive() {
    let expanded = match run("<l v=\"${'a\\nb'}\" w=\"&#10;\">${'c\\td'}</l>\n<link/>") {
        Ok(expanded) => expanded,
        Err(error) => panic!("{error}"),
    };
    assert_eq!(inner(&expanded), "<l v=\"a&#10;b\" w=\"&#10;\">c&#9;d</l><link/>");
    let line = expanded.text.lines().position(|line| line.contains("<link")).unwrap_or(0) + 1;
    assert_eq!(expanded.origin(line as u32).map(|(_, line)| line), Some(3));
}

#[test]
fn nothing_runs_without_end() {
    fails("<xacro:macro name=\"m\" params=\"\"><l><xacro:m/></l></xacro:macro><xacro:m/>", "deep");
    fails("<xacro:macro name=\"m\" params=\"\"><xacro:m/></xacro:macro><xacro:m/>", "deep");
    fails("<a v=\"${2 ** 10 ** 10}\"/>", "");
    fails("<a v=\"${'a' * 10 ** 12}\"/>", "");
    fails("<a v=\"${range(10 ** 12)}\"/>", "");
    let open = "(".repeat(100_000);
    fails(&format!("<a v=\"${{{open}}}\"/>"), "");
}

#[test]
fn lines_lead_back_to_the_file_that_wrote_them() {
    let macros = robot("\n<xacro:macro name=\"m\" params=\"\">\n<link name=\"l\"/></xacro:macro>");
    let text = "<xacro:include filename=\"m.xacro\"/><xacro:m/>";
    let expanded = run_with(text, &[("a/m.xacro", &macros)], &XacroSettings::default());
    let found = expanded.ok().and_then(|expanded| {
        let line = expanded.text.lines().position(|line| line.contains("<link"))? + 1;
        expanded.origin(u32::try_from(line).ok()?).map(|(file, line)| (file.to_owned(), line))
    });
    assert_eq!(found, Some(("a/m.xacro".to_owned(), 4)));
}

proptest::proptest! {
    /// Any text is expanded or refused.
    #[test]
    fn nothing_panics(text in "[ -~\\n]{0,200}") {
        let _ = run(&text);
        let _ = run(&format!("<a v=\"${{{text}}}\"/>"));
    }
}
