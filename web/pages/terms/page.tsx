import * as termsText from '../../../contract/text/terms.ts';
import { pageMeta } from '../../platform/page-meta.ts';
import type { Route } from './+types/page.ts';
import { LegalDocument } from './legal-document.tsx';

export function meta({ matches }: Route.MetaArgs) {
	return pageMeta(matches, { title: termsText.title, description: termsText.summary(), path: '/termsAndCondition' });
}

export default function TermsPage() {
	return (
		<LegalDocument
			title={termsText.title}
			summary={termsText.summary()}
			changed={termsText.changed}
			sections={termsText.sections()}
		/>
	);
}
