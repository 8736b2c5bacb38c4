import { tokenize } from './words.ts';

/** Attribute of a document by which searches filter, such as a category. `name` consists of lower-case letters. */
export interface Facet {
	name: string;
	value: string;
}

/** Filter that matches documents with any of these values of a facet. With `prefix`, it matches values that start with one of them. */
export interface FacetFilter {
	name: string;
	anyOf: readonly string[];
	prefix?: boolean;
	/**
	 * All other values of the facet. Given only if every document has the facet, so that an engine may search for documents with none of
	 * them instead, if they are fewer.
	 */
	noneOf?: readonly string[];
}

/** Returns whether it is cheaper to exclude the other values of a facet than to look for the wanted ones. */
export function isExclusionCheaper({ anyOf, noneOf }: FacetFilter): boolean {
	return noneOf !== undefined && noneOf.length < anyOf.length;
}

/** Builds the search token of a facet value. It has only letters and digits, so that no tokenizer splits it. */
export function toFacetToken(name: string, value: string): string {
	return `${name}0${tokenize(value).join('')}`;
}

/** Number of logarithmic steps between a number and its double. Each step is 9 % wide. */
const stepsPerDoubling = 8;

/** Returns the logarithmic step that contains a number ≥ 1. */
export function toLogarithmicStep(value: number): number {
	return Math.floor(Math.log2(Math.max(1, value)) * stepsPerDoubling);
}

/** Returns two facets of a number: its logarithmic step, and the range between two powers of two that contains the step. */
export function toNumberFacets(name: string, value: number): Facet[] {
	const step = toLogarithmicStep(value);
	return [
		{ name, value: `s${step}` },
		{ name, value: `d${Math.floor(step / stepsPerDoubling)}` },
	];
}

/** Lists the logarithmic steps from `least` to `most`, inclusive, in groups that each lie between two powers of two. */
export function groupStepsByDoubling(least: number, most: number): number[][] {
	return groupSteps(toLogarithmicStep(least), toLogarithmicStep(most));
}

function groupSteps(first: number, last: number): number[][] {
	const doublings = new Map<number, number[]>();
	for (let step = first; step <= last; step++) {
		const doubling = Math.floor(step / stepsPerDoubling);
		doublings.set(doubling, [...(doublings.get(doubling) ?? []), step]);
	}
	return [...doublings.values()];
}

/** Creates a filter for logarithmic steps that lie between the same two powers of two. */
export function createStepsFilter(name: string, steps: readonly number[]): FacetFilter {
	const [first = 0] = steps;
	const whole = steps.length === stepsPerDoubling && first % stepsPerDoubling === 0;
	return { name, anyOf: whole ? [`d${first / stepsPerDoubling}`] : steps.map((step) => `s${step}`) };
}

/**
 * Creates a filter for numbers from `least` to `most`. Both ends are up to 9 % imprecise, so the results must be filtered again. Each
 * document has one of `otherValues` or a number from `bounds`; a number beyond them may match.
 */
export function createRangeFilter(
	name: string,
	[least, most]: readonly [number, number],
	bounds: { min: number; max: number },
	otherValues: readonly string[],
): FacetFilter {
	const listValues = (steps: number[][]) => steps.flatMap((group) => createStepsFilter(name, group).anyOf);
	const [first, last] = [toLogarithmicStep(least), toLogarithmicStep(most)];
	const below = groupSteps(toLogarithmicStep(bounds.min), first - 1);
	const above = groupSteps(last + 1, toLogarithmicStep(bounds.max));
	return {
		name,
		anyOf: listValues(groupSteps(first, last)),
		noneOf: [...otherValues, ...listValues(below), ...listValues(above)],
	};
}
