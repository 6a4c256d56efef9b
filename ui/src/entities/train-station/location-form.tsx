import { useForm } from '#crud/record/form-context.ts';
import { LocationFields } from '#fields/place/location-fields.tsx';
import type { PlacedAirport } from './city-airport/nearby.ts';

interface Props {
  airports: readonly PlacedAirport[];
  /** the country in which the station's city lies */
  country: string | null;
}

/** Where the station lies, with the airports around. */
export function LocationForm({ airports, country }: Props) {
  const { telegraphCode } = useForm().values;
  return (
    <LocationFields
      code={typeof telegraphCode === 'string' ? telegraphCode : undefined}
      country={country}
      neighbours={airports}
    />
  );
}
