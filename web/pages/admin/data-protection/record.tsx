import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ProcessingRecord } from '../../../../contract/data-protection/data-protection.ts';
import * as dataProtectionText from '../../../../text/web/data-protection.ts';
import { composeImpactAssessment } from '../../../../text/web/impact-assessment.ts';
import { QueryBoundary } from '../../../data/query-boundary.tsx';
import { Entry } from '../../../data-protection/admin/entry.tsx';
import { DataProtectionHeader } from '../../../data-protection/admin/sections.tsx';
import { processingRecordQuery } from '../../../data-protection/queries.ts';
import { useApi } from '../../../platform/api.ts';
import { useBrand } from '../../../platform/brand.ts';
import { formatDate } from '../../../platform/dates.ts';
import { downloadFile } from '../../../platform/download-file.ts';
import { hiddenPageMeta } from '../../../platform/page-meta.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';

export const meta = hiddenPageMeta(dataProtectionText.recordTitle);

/** Page with the record of processing, as the modules declare it. */
export default function ProcessingRecordPage() {
	const query = useQuery(processingRecordQuery(useApi()));
	return (
		<>
			<DataProtectionHeader />
			<p className="my-4 text-quiet">{dataProtectionText.about}</p>
			<QueryBoundary
				query={query}
				loading={dataProtectionText.loading}
				skeleton={<SkeletonRows rows={4} gap="gap-4" className="h-40 rounded-card" />}
				failure={dataProtectionText.loadFailed}
			>
				{(record) => <Record record={record} />}
			</QueryBoundary>
		</>
	);
}

function Record({ record }: { record: ProcessingRecord }) {
	const brand = useBrand();
	function download() {
		const text = composeImpactAssessment(brand.name, formatDate(new Date().toISOString()), record);
		downloadFile(new File([text], 'impact-assessment.md', { type: 'text/markdown;charset=utf-8' }));
	}
	return (
		<>
			<div className="mb-6">
				<Button variant="quiet" onClick={download}>
					<Download aria-hidden className="size-5" />
					{dataProtectionText.downloadAssessment}
				</Button>
				<p className="mt-2 text-14 text-quiet">{dataProtectionText.assessmentHint}</p>
			</div>
			<Card className="mb-4 p-4">
				<h2 className="text-16">{dataProtectionText.servicesTitle}</h2>
				<p className="mt-1 text-14 text-quiet">{dataProtectionText.servicesHint}</p>
				<ul className="mt-2 flex flex-col gap-1 text-14">
					{record.recipients.map(({ kind, host }) => (
						<li key={`${kind} ${host}`}>
							{dataProtectionText.recipients[kind]}
							{host !== null && <span className="text-quiet"> · {host}</span>}
						</li>
					))}
				</ul>
			</Card>
			<ul aria-label={dataProtectionText.recordTitle} className="flex flex-col gap-4">
				{record.activities.map(({ name, purpose, data, people, basis, recipients, retention }) => (
					<li key={name}>
						<Card className="p-4">
							<h2 className="text-16">{purpose}</h2>
							<dl className="mt-2 flex flex-col gap-2 text-14">
								<Entry label={dataProtectionText.data} text={data} />
								<Entry
									label={dataProtectionText.people}
									text={people.map((one) => dataProtectionText.concerned[one]).join(', ')}
								/>
								<Entry label={dataProtectionText.basis} text={dataProtectionText.bases[basis]} />
								<Entry
									label={dataProtectionText.whoReceives}
									text={recipients.map((one) => dataProtectionText.recipients[one]).join(', ')}
								/>
								<Entry label={dataProtectionText.retention} text={retention} />
							</dl>
						</Card>
					</li>
				))}
			</ul>
		</>
	);
}
