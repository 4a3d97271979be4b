/**
 * Part of each rendered document's head, so it is short. Browsers fetch pictures that are near the first screen while they prepare its
 * first frame, beside the picture that the frame waits for. Until the page has loaded and is on the screen, or is scrolled, a rule of
 * `base.css` keeps them away from it, where nothing is fetched. A second after `load` they are fetched in any case, as in a
 * tab that nobody sees; without scripts as the browser likes.
 */
export const latePicturesScript =
  '{let d=document.documentElement.dataset,f=()=>delete d.unloaded;d.unloaded="";addEventListener("scroll",f);addEventListener("load",()=>{setTimeout(f,999);new PerformanceObserver(f).observe({type:"paint",buffered:!0})})}'
