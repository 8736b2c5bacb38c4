/** Field of a page's `handle` that the server reads. */
export interface SearchParamsHandle {
	/** Query parameters that the page reads during server rendering. The server drops all others, so that it caches one copy. */
	searchParams: readonly string[];
}
