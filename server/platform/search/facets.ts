import { tokenize } from './words.ts';

/** Attribute of a document that is not full text. `name` contains lower-case letters. */
export interface Facet {
	name: string;
	value: string;
}

/** Matches documents with any of these values of a facet; with `prefix`, values that start with one of them. */
export interface FacetFilter {
	name: string;
	anyOf: readonly string[];
	prefix?: boolean;
}

/** Token of a facet, of letters and digits only, so that no tokenizer splits it. */
export function toFacetToken(name: string, value: string): string {
	return `${name}0${tokenize(value).join('')}`;
}

/** Logarithmic steps per doubling of a number; each is 9 % wide. */
const stepsPerDoubling = 8;

/** Step of a number ≥ 1. */
export function toStep(value: number): number {
	return Math.floor(Math.log2(Math.max(1, value)) * stepsPerDoubling);
}

/** Facets of a number: its step and its doubling. */
export function toNumberFacets(name: string, value: number): Facet[] {
	const step = toStep(value);
	return [
		{ name, value: `s${step}` },
		{ name, value: `d${Math.floor(step / stepsPerDoubling)}` },
	];
}

/** Steps from `least` to `most`, inclusive, grouped by doubling. */
export function groupStepsByDoubling(least: number, most: number): number[][] {
	const doublings = new Map<number, number[]>();
	for (let step = toStep(least); step <= toStep(most); step++) {
		const doubling = Math.floor(step / stepsPerDoubling);
		doublings.set(doubling, [...(doublings.get(doubling) ?? []), step]);
	}
	return [...doublings.values()];
}

/** Filter for steps of one doubling. */
export function createStepsFilter(name: string, steps: readonly number[]): FacetFilter {
	const [first = 0] = steps;
	const whole = steps.length === stepsPerDoubling && first % stepsPerDoubling === 0;
	return { name, anyOf: whole ? [`d${first / stepsPerDoubling}`] : steps.map((step) => `s${step}`) };
}

/** Filter for numbers from `least` to `most`. Imprecise at both ends by up to a step: filter the results again. */
export function createRangeFilter(name: string, least: number, most: number): FacetFilter {
	return { name, anyOf: groupStepsByDoubling(least, most).flatMap((steps) => createStepsFilter(name, steps).anyOf) };
}
