import { type DehydratedState, dehydrate, hydrate, type QueryClient } from '@tanstack/react-query';

const elementId = 'queries';

/** Returns the HTML of a script element with the data of all loaded queries, for `restoreQueries`. Returns '' without any. */
export function renderQueries(queryClient: QueryClient): string {
	const state = dehydrate(queryClient);
	if (state.queries.length === 0) return '';
	// Without any '<', the JSON cannot end its element.
	return `<script type="application/json" id="${elementId}">${JSON.stringify(state).replaceAll('<', '\\u003c')}</script>`;
}

/** Adds the queries in the server's document to the browser's cache. */
export function restoreQueries(queryClient: QueryClient): void {
	const json = document.getElementById(elementId)?.textContent;
	if (json) hydrate(queryClient, JSON.parse(json) as DehydratedState);
}
