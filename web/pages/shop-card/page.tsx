import { Printer } from 'lucide-react';
import { profilePath } from '../../../contract/core/page-paths.ts';
import { themeColours } from '../../../contract/market-settings/theme-colours.ts';
import * as shopCardText from '../../../text/web/shop-card.ts';
import { useSession } from '../../accounts/session.ts';
import { useBrand } from '../../platform/brand.ts';
import { hiddenPageMeta, useOrigin } from '../../platform/page-meta.ts';
import { Button } from '../../ui/button.tsx';
import { QrCode } from '../../ui/qr-code.tsx';

export const meta = hiddenPageMeta(shopCardText.title);

/** A card with a QR code of the user's shop. Printing hides everything else. */
export default function ShopCardPage() {
	const session = useSession();
	const origin = useOrigin();
	const brand = useBrand();
	if (!session) return null;
	const colour = brand.colours?.light.leaf ?? themeColours.light.leaf;
	const name = session.display_name || session.user_name;
	const address = new URL(profilePath(session.user_name), origin);
	return (
		<div className="mx-auto max-w-xl">
			<div className="print:hidden">
				<h1 className="text-22 wide:text-28">{shopCardText.title}</h1>
				<p className="mt-1 mb-5 text-quiet">{shopCardText.lead}</p>
			</div>
			{/* The card keeps the colours of the light theme, as paper does. */}
			<section
				aria-label={shopCardText.title}
				style={{ borderColor: colour }}
				className="flex flex-col items-center gap-4 rounded-card border-2 bg-white px-6 py-8 text-center text-[#17211c] shadow-soft print:shadow-none"
			>
				<p dir="auto" className="max-w-full break-words font-semibold text-28">
					{name}
				</p>
				<QrCode text={address.href} label={shopCardText.code(name)} className="w-full max-w-72" />
				<p className="font-semibold text-18">{shopCardText.scan}</p>
				<p className="max-w-full wrap-anywhere text-14">{`${address.host}${decodeURI(address.pathname)}`}</p>
				<p style={{ color: colour }} className="font-semibold text-14">
					{brand.name}
				</p>
			</section>
			<Button size="large" fullWidth className="mt-5 print:hidden" onClick={() => window.print()}>
				<Printer aria-hidden className="size-5" />
				{shopCardText.print}
			</Button>
		</div>
	);
}
