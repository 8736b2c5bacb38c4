import { lazy, Suspense } from 'react';
import { useHydrated } from '../../platform/use-hydrated.ts';

const Loaded = lazy(async () => ({ default: (await import('./similar-ads.tsx')).SimilarAds }));

/** Similar ads, whose code loads after the page. */
export function LazySimilarAds({ id }: { id: number }) {
	return (
		useHydrated() && (
			<Suspense>
				<Loaded key={id} id={id} />
			</Suspense>
		)
	);
}
