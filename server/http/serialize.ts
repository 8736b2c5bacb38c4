import { z } from 'zod';

/**
 * Creates a function that checks a response body with its schema, which rejects undeclared properties, and turns it into JSON.
 * A frozen item of a list never changes, so it is checked and turned into JSON once: lists of cached items cost no more than joining them.
 */
export function createSerializer(schema: z.ZodType | null): (body: unknown) => string {
	if (!(schema instanceof z.ZodObject) || !(schema.shape.items instanceof z.ZodArray))
		return (body) => JSON.stringify(schema ? schema.parse(body) : body);
	const item = schema.shape.items.element as z.ZodType;
	const frame = schema.extend({ items: z.array(z.unknown()) });
	const jsonByItem = new WeakMap<object, string>();

	function serializeItem(value: unknown): string {
		const isFrozen = typeof value === 'object' && value !== null && Object.isFrozen(value);
		const known = isFrozen ? jsonByItem.get(value) : undefined;
		if (known !== undefined) return known;
		const json = JSON.stringify(item.parse(value));
		if (isFrozen) jsonByItem.set(value, json);
		return json;
	}

	return (body) => {
		const { items, ...rest } = frame.parse(body) as { items: unknown[] };
		const others = JSON.stringify(rest).slice(1, -1);
		return `{"items":[${items.map(serializeItem).join(',')}]${others && ','}${others}}`;
	};
}
