/** Field of a page's `handle` that the server reads. */
export interface SearchParamsHandle {
	/**
	 * Names of the query parameters that the page reads during server rendering. The server drops all other parameters, such as `fbclid`,
	 * so that it caches one copy of the page.
	 */
	searchParams: readonly string[];
}
