/** How the page of the streams looks: one column of text, light or dark as the reader's system is, nothing from elsewhere. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1c1917; --soft: #57534e; --paper: #fdfcf9; --card: #ffffff; --line: #e2dcd0; --accent: #7c2d12; --code: #f4f0e7; }
@media (prefers-color-scheme: dark) { :root { --ink: #ece7dd; --soft: #a8a094; --paper: #171411; --card: #1f1b17; --line: #3a332b; --accent: #f0a868; --code: #26211b; } }
* { box-sizing: border-box; }
html { scroll-behavior: smooth; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.6 ui-serif, Georgia, Cambria, serif; }
.page { display: grid; grid-template-columns: 15rem minmax(0, 50rem); gap: 3rem; max-width: 72rem; margin: 0 auto; padding: 2.5rem 1.5rem 6rem; }
nav { position: sticky; top: 2rem; align-self: start; max-height: calc(100vh - 4rem); overflow: auto; font: 14px/1.7 ui-sans-serif, system-ui, sans-serif; }
nav b { display: block; margin-top: 1.1rem; color: var(--soft); font-weight: 600; font-size: 12px; letter-spacing: .06em; text-transform: uppercase; }
nav a { display: block; overflow-wrap: anywhere; color: var(--ink); text-decoration: none; }
nav a:hover, nav a:focus { color: var(--accent); text-decoration: underline; }
h1 { margin: 0 0 .5rem; font-size: 2.1rem; line-height: 1.2; }
h2 { margin: 3.2rem 0 1rem; padding-bottom: .3rem; border-bottom: 2px solid var(--accent); font-size: 1.45rem; }
h3 { margin: 0 0 .2rem; font: 600 1.1rem/1.4 ui-monospace, Menlo, Consolas, monospace; color: var(--accent); }
p { margin: .4rem 0 .9rem; }
ul.links li { margin: .35rem 0; }
.soft { color: var(--soft); font-size: .9rem; }
.single { display: block; max-width: 52rem; }
.wide { overflow-x: auto; }
.lead { color: var(--soft); font-size: 1.08rem; }
.frame { margin: 1.3rem 0; padding: 1.2rem 1.4rem; background: var(--card); border: 1px solid var(--line); border-radius: .6rem; }
main { min-width: 0; overflow-wrap: anywhere; }
table { width: 100%; overflow-wrap: normal; border-collapse: collapse; margin: .7rem 0; font: 14px/1.5 ui-sans-serif, system-ui, sans-serif; }
th { text-align: left; color: var(--soft); font-weight: 600; }
th, td { padding: .35rem .8rem .35rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
tr:last-child td { border-bottom: 0; }
code { padding: .08em .3em; background: var(--code); border-radius: .25em; font: .88em ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
pre { margin: .5rem 0 0; padding: .9rem 1rem; background: var(--code); border-radius: .4rem; overflow: auto; max-height: 26rem; font: 13px/1.5 ui-monospace, Menlo, Consolas, monospace; }
pre code { padding: 0; background: none; font-size: inherit; overflow-wrap: normal; }
summary { cursor: pointer; color: var(--soft); font: 14px/1.6 ui-sans-serif, system-ui, sans-serif; }
details { margin-top: .5rem; }
a { color: var(--accent); }
@media (max-width: 56rem) { .page { display: block; } nav { position: static; max-height: 40vh; columns: 2; margin-bottom: 2rem; } }
`;
