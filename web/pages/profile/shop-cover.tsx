import { useQuery } from '@tanstack/react-query';
import { adImageSizes } from '../../feed/cards/ad-list.tsx';
import { shopFrontQuery } from '../../feed/shop-queries.ts';
import { useApi } from '../../platform/api.ts';
import { useHydrated } from '../../platform/use-hydrated.ts';
import { pickColour } from '../../ui/avatar.tsx';
import { classes } from '../../ui/classes.ts';
import { Picture } from '../../ui/picture.tsx';
import { useReducedData } from '../../ui/reduced-data.ts';

/**
 * Band with the pictures of the newest items for sale, on a colour that the name decides. With data saver it has no pictures, which only the
 * browser knows. The pictures have the `sizes` of the shop's cards, so that the browser downloads each file once.
 */
export function ShopCover({ userName, name }: { userName: string; name: string }) {
	const savesData = useReducedData();
	const showsPictures = useHydrated() && !savesData;
	const { data: ads } = useQuery({ ...shopFrontQuery(useApi(), userName), enabled: showsPictures });
	return (
		<>
			<div className={classes('absolute inset-0 opacity-40', pickColour(name))} />
			<div className="relative flex h-full justify-end">
				{ads?.map(
					({ id, cover }) =>
						showsPictures &&
						cover && (
							<Picture
								key={id}
								picture={cover}
								alt=""
								sizes={adImageSizes}
								className="h-full w-1/3 object-cover max-md:nth-[n+4]:hidden md:w-1/6"
							/>
						),
				)}
			</div>
		</>
	);
}
