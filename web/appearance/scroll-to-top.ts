/** Sets the page's scroll to the top. */
export function scrollToTop() {
	window.scrollTo(0, 0);
}
