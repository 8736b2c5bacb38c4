import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { loadWithRetries } from './load-with-retries.ts';

/** Like React's `lazy`, but retries until the component loads. Without the network, its placeholder stays, and the page does not fail. */
export function lazyComponent<Props>(
	load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
	return lazy(async () => ({ default: await loadWithRetries(load) }));
}
