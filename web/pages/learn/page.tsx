import { brand } from '../../../contract/brand.ts';
import { pageMeta } from '../../platform/page-meta.ts';
import { Catalogue } from '../learning/catalogue.tsx';
import type { Route } from './+types/page.ts';

export function meta({ matches }: Route.MetaArgs) {
	return pageMeta(matches, { title: `Learn with ${brand.name}`, hidden: true });
}

/** The catalogue inside of the dashboard. */
export default function LearnPage() {
	return <Catalogue />;
}
