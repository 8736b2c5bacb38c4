import { type ComponentType, useEffect, useState } from 'react';
import { loadWithRetries } from './load-with-retries.ts';

/** Loads a component that is not needed at once; null until it is loaded. Retries until it loads. */
export function useLazyComponent<Props>(
	load: () => Promise<ComponentType<Props>>,
	enabled: boolean,
): ComponentType<Props> | null {
	const [loaded, setLoaded] = useState<ComponentType<Props> | null>(null);
	useEffect(() => {
		if (!enabled || loaded) return;
		const controller = new AbortController();
		void loadWithRetries(load, controller.signal).then((component) => setLoaded(() => component));
		return () => controller.abort();
	}, [load, enabled, loaded]);
	return loaded;
}
