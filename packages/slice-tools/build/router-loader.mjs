/** Lets the build drop the router's unused components: setting a property on one, or calling React for it, keeps it. */
export default (text) =>
  text
    .replace(/^\w+\.(displayName|contextType) = \w+;$|^\w+\.displayName = ".*";$/gm, '')
    .replace(/^(var \w+ = )(React\d*\.\w+\()/gm, '$1/* @__PURE__ */ $2');
