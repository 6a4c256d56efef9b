// Declared by hand because inferring types from megabytes of JSON slows down the compiler.

declare module 'world-atlas/*.json?url' {
  const url: string;
  export default url;
}

declare module 'world-atlas/countries-50m.json' {
  const atlas: import('topojson-specification').Topology<{
    countries: import('topojson-specification').GeometryCollection<{ name: string }>;
  }>;
  export default atlas;
}
