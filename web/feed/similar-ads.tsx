import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Client } from '../../contract/core/client.ts';
import * as limits from '../../contract/core/limits.ts';
import * as adPageText from '../../text/web/ad-page.ts';
import { QueryBoundary } from '../data/query-boundary.tsx';
import { useApi } from '../platform/api.ts';
import { AdGrid } from './cards/ad-list.tsx';

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

/** Query for ads of other sellers that are like an ad, most similar first. */
function similarAdsQuery(api: Client, id: number) {
	return queryOptions({
		queryKey: ['similar-ads', id],
		queryFn: async ({ signal }) => (await api.listSimilarAds({ params: { id: String(id) } }, { signal })).items,
		staleTime: limits.query.gcTime,
	});
}
