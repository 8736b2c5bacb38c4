import { keepPreviousData } from '@tanstack/react-query';
import * as limits from '../../contract/core/limits.ts';

/** Options of an infinite query whose pages name the cursor of the next page. */
export const cursorPaging = {
	initialPageParam: null as string | null,
	getNextPageParam: (page: { next_cursor: string | null }) => page.next_cursor,
};

/** Options of a long list. It stays fresh for `gcTime`, because a stale one would be refetched page by page when the user returns to it. */
export const longListOptions = { ...cursorPaging, staleTime: limits.query.gcTime };

/** Options of a list that administrators filter. It is always stale. The list before stays until the list of another filter is loaded. */
export const adminListOptions = { ...cursorPaging, staleTime: 0, placeholderData: keepPreviousData };
