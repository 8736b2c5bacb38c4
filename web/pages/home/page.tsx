import { brand } from '../../../contract/brand.ts';
import { pageMeta } from '../../platform/page-meta.ts';
import type { Route } from './+types/page.ts';

export function meta({ matches }: Route.MetaArgs) {
	return pageMeta(matches, { title: brand.name, description: brand.tagline, path: '/' });
}

export default function HomePage() {
	return <h1 className="text-28">{brand.tagline}</h1>;
}
