import js from "@eslint/js";
import globals from "globals";

export default [
    js.configs.recommended,
    {
        languageOptions: { globals: { ...globals.browser, ...globals.serviceworker } },
        rules: {
            eqeqeq: "error",
            "no-implicit-globals": "error",
            "no-var": "error",
            "prefer-const": "error",
            "no-shadow": "off",
            "object-shorthand": "error",
        },
    },
    { files: ["tests/**", "compress.js"], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
];
