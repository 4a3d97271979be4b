/** The site's design tokens, in both colour schemes, and the styles of the credential pages; fallback faces as in the client's `fonts.css`. */
export const style = `
@font-face{font-family:Newsreader;font-weight:500;font-display:swap;src:url(/credentials/fonts/display.woff2) format("woff2")}
@font-face{font-family:"Instrument Sans";font-weight:400;font-display:swap;src:url(/credentials/fonts/text.woff2) format("woff2")}
@font-face{font-family:"Instrument Sans";font-weight:600;font-display:swap;src:url(/credentials/fonts/strong.woff2) format("woff2")}
@font-face{font-family:"Newsreader Fallback";src:local("Times New Roman"),local("Liberation Serif"),local("Tinos");size-adjust:105.3%;ascent-override:69.8%;descent-override:25.2%;line-gap-override:0%}
@font-face{font-family:"Instrument Sans Fallback";src:local("Arial"),local("Liberation Sans"),local("Arimo"),local("Roboto");size-adjust:102.3%;ascent-override:94.8%;descent-override:24.5%;line-gap-override:0%}
:root{color-scheme:light dark;--paper:#FAF7F2;--raised:#fff;--sunk:#F1EBE1;--ink:#292929;--soft:#5F5A54;--rule:#E0D6C7;--edge:#8A8178;--copper:#C06014;--link:#A8520F;--on:#fff;--good:#2F6B3C;--good-wash:#E8F0E4;--warn:#7F5200;--warn-wash:#FAEED3;--bad:#A3301C;--bad-wash:#F9E6E0}
@media(prefers-color-scheme:dark){:root{--paper:#1C1A18;--raised:#262320;--sunk:#151312;--ink:#F4EFE7;--soft:#B8B0A6;--rule:#3B3631;--edge:#857C72;--copper:#CC7F42;--link:#E09A5E;--on:#1C1208;--good:#8FC79A;--good-wash:#1F2B21;--warn:#E3B65A;--warn-wash:#302716;--bad:#F09A85;--bad-wash:#35201B}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:17px/1.6 "Instrument Sans","Instrument Sans Fallback",system-ui,sans-serif;font-variant-numeric:lining-nums}
header,main,footer{max-width:68rem;margin:0 auto;padding:0 1.25rem}
header{display:flex;flex-wrap:wrap;gap:.25rem 2rem;align-items:center;justify-content:space-between;padding-top:1.25rem;padding-bottom:1.25rem}
.brand{display:flex;gap:.7rem;align-items:center;min-height:44px;color:inherit;font:500 1.45rem/1 Newsreader,"Newsreader Fallback",Georgia,serif;text-decoration:none}
nav a{display:inline-block;min-height:44px;padding:.6rem 0;margin-right:1.1rem}
nav a:last-child{margin-right:0}
main{padding-top:1.5rem;padding-bottom:4rem}
footer{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:1.5rem 2rem;padding-top:2.5rem;padding-bottom:2.5rem;border-top:1px solid var(--rule);color:var(--soft);font-size:.94rem}
footer h2{margin:0 0 .5rem;font:600 .94rem/1.4 "Instrument Sans","Instrument Sans Fallback",system-ui,sans-serif}
footer nav a{display:flex;align-items:center;margin:0;padding:0}
footer p{grid-column:1/-1;margin:0}
nav a{color:var(--ink);text-decoration:none}nav a:hover{text-decoration:underline}
h1{margin:0 0 .75rem;font:500 clamp(2.2rem,6vw,3.6rem)/1.08 Newsreader,"Newsreader Fallback",Georgia,serif;letter-spacing:-.018em;text-wrap:balance;overflow-wrap:anywhere}
h2{margin:2.75rem 0 .75rem;font:500 1.5rem/1.2 Newsreader,"Newsreader Fallback",Georgia,serif}
p{max-width:38rem}
a{color:var(--link);text-underline-offset:.18em}
.lead{font-size:1.2rem;line-height:1.5;color:var(--soft)}
.two{display:grid;gap:2rem 4rem}
@media(min-width:56rem){.two{grid-template-columns:17rem minmax(0,1fr)}.two>aside{order:-1}}
.badge{display:block;width:min(17rem,62vw);height:auto;margin:0 auto 1.5rem}
.state{display:flex;gap:.9rem;align-items:flex-start;margin:0 0 2rem;padding:1rem 1.15rem;border-left:4px solid;border-radius:4px;max-width:none}
.state strong{display:block;font-size:1.2rem}
.state span{color:var(--ink)}
.state small{display:block;color:var(--soft);font-size:.94rem}
.icon{flex:none;margin-top:.15rem}
.good{color:var(--good);background:var(--good-wash)}.warn{color:var(--warn);background:var(--warn-wash)}.bad{color:var(--bad);background:var(--bad-wash)}
dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(16rem,1fr));gap:1rem 2rem;margin:1.75rem 0 0;padding:1.25rem 0;border:solid var(--rule);border-width:1px 0}
dt{color:var(--soft);font-size:.94rem}
dd{margin:0;overflow-wrap:anywhere}
ul,ol{padding-left:1.2rem;max-width:38rem}
li{margin:.3rem 0}
.links{list-style:none;padding:0}
.links a{display:inline-block;padding:.5rem 0;min-height:44px}
.links small{display:block;margin-top:-.55rem;color:var(--soft)}
.button,button{display:inline-block;min-height:48px;padding:.75rem 1.5rem;border:0;border-radius:4px;background:var(--link);color:var(--on);font:600 1rem/1.4 "Instrument Sans","Instrument Sans Fallback",system-ui,sans-serif;text-decoration:none;cursor:pointer}
.button:hover,button:hover{filter:brightness(.92)}
label{display:block;margin:1.25rem 0 .35rem;font-weight:600}
.help{margin:.35rem 0 0;color:var(--soft);font-size:.94rem}
input{display:block;width:100%;max-width:34rem;min-height:48px;padding:.6rem .8rem;border:1px solid var(--edge);border-radius:4px;background:var(--raised);color:inherit;font:inherit}
form button{margin-top:1.25rem}
::file-selector-button{min-height:32px;margin-right:.75rem;padding:.2rem .8rem;border:1px solid var(--edge);border-radius:4px;background:var(--sunk);color:inherit;font:inherit;font-size:.94rem}
.card{max-width:42rem;padding:.25rem 1.5rem 1.75rem;border:1px solid var(--rule);border-radius:12px;background:var(--raised)}
.card+.card{margin-top:1rem}
.steps{list-style:none;padding:0;margin:0 0 2rem}
.steps li{display:flex;gap:.8rem;margin:0;padding:.8rem 0;border-bottom:1px solid var(--rule);overflow-wrap:anywhere}
.steps b{display:block;font-weight:600}
.steps .good,.steps .bad{background:none}.steps span span{color:var(--ink)}
.people{list-style:none;padding:0;max-width:none;border-top:1px solid var(--rule)}
.people li{display:flex;flex-wrap:wrap;gap:0 1.5rem;justify-content:space-between;margin:0;border-bottom:1px solid var(--rule)}
.people a{padding:.75rem 0;font:500 1.2rem/1.4 Newsreader,"Newsreader Fallback",Georgia,serif;overflow-wrap:anywhere}
.people small{padding:.9rem 0;color:var(--soft)}
@media(max-width:40rem){.people small{padding:0 0 .8rem;margin-top:-.4rem}}
.search{display:flex;flex-wrap:wrap;gap:.75rem;align-items:end;margin:0 0 1.5rem}
.search div{flex:1 1 16rem;max-width:34rem}
.pager{display:flex;gap:1.5rem;margin-top:1.5rem}.pager a{padding:.6rem 0}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
`
