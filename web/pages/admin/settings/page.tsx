import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { MarketSettings } from '../../../../contract/market-settings/market-settings.ts';
import * as settingsText from '../../../../text/web/admin-settings.ts';
import { QueryBoundary } from '../../../data/query-boundary.tsx';
import { CategoriesSection } from '../../../market-settings/admin/categories-section.tsx';
import { ColourSection } from '../../../market-settings/admin/colour-section.tsx';
import { ContactSection } from '../../../market-settings/admin/contact-section.tsx';
import { LegalSection } from '../../../market-settings/admin/legal-section.tsx';
import { LimitsSection } from '../../../market-settings/admin/limits-section.tsx';
import { LogoSection } from '../../../market-settings/admin/logo-section.tsx';
import { NameSection } from '../../../market-settings/admin/name-section.tsx';
import type { SectionProps } from '../../../market-settings/admin/use-settings-form.ts';
import { marketSettingsQuery } from '../../../market-settings/queries.ts';
import { useApi } from '../../../platform/api.ts';
import { hiddenPageMeta } from '../../../platform/page-meta.ts';
import { TimeAgo } from '../../../platform/time-ago.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { useLeaveWarning } from '../../../ui/use-leave-warning.tsx';

export const meta = hiddenPageMeta(settingsText.title);

/** Page on which administrators change the settings of the market. */
export default function SettingsPage() {
	const api = useApi();
	const queryClient = useQueryClient();
	const options = marketSettingsQuery(api);
	const query = useQuery(options);
	return (
		<div className="max-w-3xl">
			<h1 className="text-28">{settingsText.title}</h1>
			<p className="mt-1 mb-5 text-quiet">{settingsText.lead}</p>
			<QueryBoundary
				query={query}
				loading={settingsText.loading}
				skeleton={<SkeletonRows rows={4} className="h-64 rounded-card" />}
				failure={settingsText.loadFailed}
			>
				{(settings) => (
					<SettingsForms
						settings={settings}
						onSettings={(next) => queryClient.setQueryData(options.queryKey, next)}
						onReload={async () => {
							const fresh = await api.getMarketSettings();
							queryClient.setQueryData(options.queryKey, fresh);
							return fresh;
						}}
					/>
				)}
			</QueryBoundary>
		</div>
	);
}

const sections = [
	['name', settingsText.nameTitle],
	['logo', settingsText.logoTitle],
	['colour', settingsText.colourTitle],
	['contact', settingsText.contactTitle],
	['terms', settingsText.legalTitle],
	['categories', settingsText.categoriesTitle],
	['limits', settingsText.limitsTitle],
] as const;

function SettingsForms(props: Omit<SectionProps, 'onDirty'>) {
	const [unsaved, setUnsaved] = useState<readonly string[]>([]);
	const leaveWarning = useLeaveWarning(unsaved.length > 0, settingsText.leaveWarning);
	const sectionProps: SectionProps = {
		...props,
		onDirty: (section, isDirty) =>
			setUnsaved((before) => [...before.filter((name) => name !== section), ...(isDirty ? [section] : [])]),
	};
	return (
		<>
			<LastChange settings={props.settings} />
			<nav aria-label={settingsText.sections} className="-mx-4 mb-4 overflow-x-auto px-4 py-1 wide:mx-0 wide:px-0">
				<ul className="flex gap-1.5 wide:flex-wrap">
					{sections.map(([id, title]) => (
						<li key={id}>
							<a
								href={`#${id}`}
								className="inline-flex min-h-11 items-center whitespace-nowrap rounded-full bg-sunken px-3.5 text-14 hover:bg-line"
							>
								{title}
							</a>
						</li>
					))}
				</ul>
			</nav>
			<div className="flex flex-col gap-4">
				<NameSection {...sectionProps} />
				<LogoSection {...sectionProps} />
				<ColourSection {...sectionProps} />
				<ContactSection {...sectionProps} />
				<LegalSection {...sectionProps} />
				<CategoriesSection {...sectionProps} />
				<LimitsSection {...sectionProps} />
			</div>
			{leaveWarning}
		</>
	);
}

function LastChange({ settings: { updated_at } }: { settings: MarketSettings }) {
	return (
		<p className="mb-3 text-14 text-quiet">
			{updated_at === null ? (
				settingsText.neverChanged
			) : (
				<RichText text={settingsText.lastChanged} tags={{ time: () => <TimeAgo time={updated_at} /> }} />
			)}
		</p>
	);
}
