import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { loadWithRetries } from './load-with-retries.ts';

/** Like React's `lazy`, but retries until the component loads. Without the network, its placeholder stays, and the page does not fail. */
export function lazyComponent<Props>(
	load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
	return lazy(async () => ({ default: await loadWithRetries(load) }));
}

/** Loads of the parts of the first page. */
const firstLoads: Promise<unknown>[] = [];

/**
 * Splits a part off the code of a page, so that the page opens without it. The server renders the part, so its code must be there before
 * hydration: see `waitForPageParts`. After hydration, it loads when it is rendered.
 */
export function pagePart<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
	let loaded: { default: ComponentType<Props> } | null = null;
	const start = async () => {
		loaded = { default: await loadWithRetries(load) };
		return loaded;
	};
	if (typeof document === 'undefined' || !('hydrated' in document.documentElement.dataset)) firstLoads.push(start());
	// biome-ignore lint/suspicious/noThenProperty: React's `lazy` takes any thenable
	const now = { then: (resolve: (module: typeof loaded) => void) => resolve(loaded) } as ReturnType<typeof start>;
	// A part that is there must not suspend for a moment, because an update during hydration would then show its placeholder.
	return lazy(() => (loaded ? now : start()));
}

/** Resolves when the parts of the first page are there. */
export async function waitForPageParts(): Promise<void> {
	await Promise.all(firstLoads);
}
