import { useForm } from '#crud/record/form-context.ts';
import { LocationFields } from '#fields/place/location-fields.tsx';
import { useAirportsAround } from './city-airport/use-airports-around.ts';

/** Where the station lies, with the airports around. */
export function LocationForm() {
  const { telegraphCode } = useForm().values;
  const { airports, country } = useAirportsAround();
  return (
    <LocationFields
      code={typeof telegraphCode === 'string' ? telegraphCode : undefined}
      country={country}
      neighbours={airports}
    />
  );
}
