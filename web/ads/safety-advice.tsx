import { ShieldCheck } from 'lucide-react';

/** What keeps a customer's money safe among strangers. */
export function SafetyAdvice() {
	return (
		<aside aria-label="Stay safe" className="flex gap-3 rounded-card bg-sunken p-4 text-14">
			<ShieldCheck aria-hidden className="size-5.5 shrink-0 text-leaf" />
			<p>
				<strong>Stay safe.</strong> Meet in a busy place, look at it before you pay, and never send money in advance to
				someone you do not know.
			</p>
		</aside>
	);
}
