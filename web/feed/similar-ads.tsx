import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import * as adPageText from '../../text/web/ad-page.ts';
import { QueryBoundary } from '../data/query-boundary.tsx';
import { useApi } from '../platform/api.ts';
import { AdGrid } from './cards/ad-list.tsx';
import { similarAdsQuery } from './similar-ads-query.ts';

/** Ads of other sellers that are like an ad. They load when the user comes near. Without any, nothing is shown. */
export function SimilarAds({ id }: { id: number }) {
	const section = useRef<HTMLElement>(null);
	const isNear = useIsNear(section);
	return (
		<section ref={section} aria-labelledby="similar" className="mt-8 min-h-px">
			{isNear && <LoadedAds id={id} />}
		</section>
	);
}

function LoadedAds({ id }: { id: number }) {
	const query = useQuery(similarAdsQuery(useApi(), id));
	if (query.data?.length === 0) return null;
	return (
		<>
			<h2 id="similar" className="mb-3 text-18">
				{adPageText.similar}
			</h2>
			<QueryBoundary
				small
				query={query}
				loading={adPageText.loadingSimilar}
				skeleton={<AdGrid ads={[]} skeletons={4} />}
				failure={adPageText.similarFailed}
			>
				{(ads) => <AdGrid ads={ads} />}
			</QueryBoundary>
		</>
	);
}

/** Returns whether an element has come near the screen. */
function useIsNear(element: { current: Element | null }): boolean {
	const [isNear, setNear] = useState(false);
	useEffect(() => {
		if (isNear || !element.current) return;
		const observer = new IntersectionObserver((entries) => setNear(entries.some((entry) => entry.isIntersecting)), {
			rootMargin: '0px 0px 300px',
		});
		observer.observe(element.current);
		return () => observer.disconnect();
	}, [element, isNear]);
	return isNear;
}
