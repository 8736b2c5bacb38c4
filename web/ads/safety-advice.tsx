import { ShieldCheck } from 'lucide-react';
import * as adsText from '../../contract/text/ads.ts';
import { RichText } from '../ui/rich-text.tsx';

export function SafetyAdvice() {
	return (
		<aside aria-label={adsText.safety} className="flex gap-3 rounded-card bg-sunken p-4 text-14">
			<ShieldCheck aria-hidden className="size-5.5 shrink-0 text-leaf" />
			<p>
				<RichText text={adsText.safetyAdvice} tags={{ strong: (words) => <strong>{words}</strong> }} />
			</p>
		</aside>
	);
}
