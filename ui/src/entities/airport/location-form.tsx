import { useForm } from '#crud/record/form-context.ts';
import { LocationFields } from '#fields/place/location-fields.tsx';
import { useCityAirports } from './use-city-airports.ts';

/** Where the airport lies, among the other airports of its city. */
export function LocationForm() {
  const { code, country } = useForm().values;
  return (
    <LocationFields
      code={typeof code === 'string' ? code : undefined}
      country={typeof country === 'string' ? country : null}
      neighbours={useCityAirports()}
    />
  );
}
