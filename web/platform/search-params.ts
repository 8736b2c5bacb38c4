/** What a page's `handle` says of its address to the server. */
export interface SearchParamsHandle {
	/**
	 * Names of the query parameters that the page reads while it is rendered on the server. The server passes on no others: it keeps
	 * one copy for all addresses that differ in anything else, such as `fbclid`.
	 */
	searchParams: readonly string[];
}
