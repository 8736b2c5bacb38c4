import { z } from 'zod';
import * as validationText from '../../text/shared/validation.ts';
import * as limits from './limits.ts';

/** Query of every list. `limit`: 1 to 50 items per page; `cursor`: `next_cursor` of the previous page. */
export const paginationQueryShape = {
	limit: z.coerce.number().int().min(limits.page.min).max(limits.page.max).default(limits.page.default),
	cursor: z
		.string()
		.max(100)
		.regex(/^[\w-]+$/, validationText.cursorUnknown)
		.optional(),
};

const createPageSchema = <Item extends z.ZodType>(item: Item) =>
	z.strictObject({ items: z.array(item), next_cursor: z.string().nullable() });

/** Schemas of pages by the schema of their items. Lists of the same items share one schema, so that the OpenAPI document names it once. */
const pageSchemas = new Map<z.ZodType, ReturnType<typeof createPageSchema>>();

/** Returns the schema of a page of results. `next_cursor` is null on the last page. */
export function createCursorPageSchema<Item extends z.ZodType>(item: Item) {
	const schema = pageSchemas.get(item) ?? createPageSchema(item);
	pageSchemas.set(item, schema);
	return schema as ReturnType<typeof createPageSchema<Item>>;
}

export interface CursorPage<Item> {
	items: Item[];
	next_cursor: string | null;
}
