import { type ComponentType, createElement, useEffect, useState } from 'react';
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

/** Makes a part of a page that loads its code when it is first rendered. Until then, and on the server, it renders nothing. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
	let loaded: ComponentType<Props> | null = null;
	const loadOnce = async () => {
		loaded = await load();
		return loaded;
	};
	return (props) => {
		const part = useLazyComponent(loadOnce, loaded === null) ?? loaded;
		return part && createElement(part, props);
	};
}
