import { z } from 'zod';
import { limits } from './limits.ts';
import * as validationText from './text/validation.ts';

/** Query of every list. `limit`: 1 to 50 items per page; `cursor`: `next_cursor` of the previous page. */
export const paginationQueryShape = {
	limit: z.coerce.number().int().min(limits.page.min).max(limits.page.max).default(limits.page.default),
	cursor: z
		.string()
		.max(100)
		.regex(/^[\w-]+$/, validationText.cursorUnknown)
		.optional(),
};

/** Creates the schema of a page of results. `next_cursor` is null on the last page. */
export function createCursorPageSchema<Item extends z.ZodType>(item: Item) {
	return z.strictObject({ items: z.array(item), next_cursor: z.string().nullable() });
}

export interface CursorPage<Item> {
	items: Item[];
	next_cursor: string | null;
}
