import { data } from 'react-router';
import * as errorsText from '../../../text/web/errors.ts';
import { NotFound } from '../../app/error-page.tsx';
import { getBrand } from '../../platform/page-meta.ts';
import type { Route } from './+types/page.ts';

export function loader() {
	return data(null, { status: 404 });
}

export function clientLoader() {
	return null;
}

export function meta({ matches }: Route.MetaArgs) {
	return [
		{ title: `${errorsText.notFoundPageTitle} · ${getBrand(matches).name}` },
		{ name: 'robots', content: 'noindex' },
	];
}

export default function NotFoundPage() {
	return <NotFound />;
}
