import { ShieldCheck } from 'lucide-react';
import { listSafetyTips } from '../../contract/ads/safety-tips.ts';
import * as adsText from '../../text/shared/ads.ts';
import { RichText } from '../ui/rich-text.tsx';

/** Advice for customers of any ad, and tips for what the category sells. */
export function SafetyAdvice({ category }: { category: string }) {
	const tips = listSafetyTips(category);
	return (
		<aside aria-label={adsText.safety} className="flex gap-3 rounded-card bg-sunken p-4 text-14">
			<ShieldCheck aria-hidden className="size-5.5 shrink-0 text-leaf" />
			<div>
				<p>
					<RichText text={adsText.safetyAdvice} tags={{ strong: (words) => <strong>{words}</strong> }} />
				</p>
				{tips.length > 0 && (
					<ul className="mt-2 flex list-disc flex-col gap-1 pl-4">
						{tips.map((tip) => (
							<li key={tip}>{tip}</li>
						))}
					</ul>
				)}
			</div>
		</aside>
	);
}
