import { useLazyComponent } from '../ui/use-lazy-component.ts';

const loadSimilarAds = async () => (await import('./similar-ads.tsx')).SimilarAds;

/** Similar ads, whose code loads after the page. */
export function LazySimilarAds({ id }: { id: number }) {
	const SimilarAds = useLazyComponent(loadSimilarAds, true);
	return SimilarAds && <SimilarAds key={id} id={id} />;
}
