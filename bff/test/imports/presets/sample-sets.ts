import type { FileSample } from '#imports/presets/preset.ts';

/** Invented lines in the formats of the public data sets. The first line is the header if the format has one. */
const SAMPLE_LINES = {
  'ourairports-airports': [
    'id,ident,type,name,latitude_deg,longitude_deg,elevation_ft,continent,iso_country,iso_region,municipality,scheduled_service,icao_code,iata_code,gps_code,local_code,home_link,wikipedia_link,keywords',
    '1,ZZQQ,large_airport,Quillfield International Airport,-22.5,17.25,5640,AF,NA,NA-KH,Quillfield,yes,ZZQQ,QQF,ZZQQ,,,,',
    '2,ZZQR,medium_airport,Rookmere Airport,51.5,-1.25,10,EU,GB,GB-ENG,Rookmere,no,ZZQR,,ZZQR,,,,',
    '3,0QQ0,heliport, Saint Quill Hospital Heliport ,40.07,-74.93,11,NA,US,US-PA,Quill,no,,,,0QQ0,,,',
    '4,DE-9901,small_airport,Flugplatz Quellfeld,52.1,13.2,,EU,DE,DE-BB,Quellfeld,no,,,,,,,',
    '5,ZZQS,closed,Old Quillfield Airport,-22.4,17.2,5640,AF,NA,NA-KH,Quillfield,no,,,ZZQS,,,,',
  ],
  'datahub-airport-codes': [
    'ident;type;name;elevation_ft;continent;iso_country;iso_region;municipality;icao_code;iata_code;gps_code;local_code;coordinates',
    'ZZQQ;large_airport;Quillfield International Airport;5640;AF;NA;NA-KH;Quillfield;ZZQQ;QQF;ZZQQ;;-22.5, 17.25',
    '0QQ0;heliport;Saint Quill Hospital Heliport;11;NA;US;US-PA;Quill;;;0QQ0;0QQ0;40.07, -74.93',
    'ZZQS;closed;Old Quillfield Airport;5640;AF;NA;NA-KH;Quillfield;;;;;-22.4, 17.2',
  ],
  'datahub-country-codes': [
    'FIFA;Dial;ISO3166-1-Alpha-3;ISO3166-1-Alpha-2;UNTERM Chinese Short;official_name_cn;official_name_en;ISO4217-currency_alphabetic_code;Sub-region Name;Continent;CLDR display name',
    'NAM;264;NAM;NA;;纳米比亚;Namibia;NAD,ZAR;Sub-Saharan Africa;AF;Namibia',
    'ALD;358;ALA;AX;;奥兰群岛;Åland Islands;EUR;Northern Europe;EU;',
  ],
  'iso-3166-countries': [
    'name,alpha-2,alpha-3,country-code,iso_3166-2,region,sub-region,intermediate-region,region-code,sub-region-code,intermediate-region-code',
    'Namibia,NA,NAM,516,ISO 3166-2:NA,Africa,Sub-Saharan Africa,Southern Africa,002,202,018',
    'Peru,PE,PER,604,ISO 3166-2:PE,Americas,Latin America and the Caribbean,South America,019,419,005',
    'Bermuda,BM,BMU,060,ISO 3166-2:BM,Americas,Northern America,,019,021,',
    'Antarctica,AQ,ATA,010,ISO 3166-2:AQ,,,,,,',
  ],
  'ourairports-countries': [
    'id,code,name,continent,wikipedia_link,keywords',
    '302701,NA,Namibia,AF,https://example.org/Namibia,',
    '302755,US,United States,NA,https://example.org/US,America',
  ],
  'openflights-airports': [
    '1,Quillfield International Airport,Quillfield,Namibia,QQF,ZZQQ,-22.5,17.25,5640,2,S,Africa/Windhoek,airport,OurAirports',
    '2,Rookmere Airport,Rookmere,United Kingdom,\\N,ZZQR,51.5,-1.25,10,\\N,\\N,\\N,airport,OurAirports',
    '3,Quill Harbour Heliport,Quill,Canada,\\N,CQQ2,48.4,-123.3,10,\\N,\\N,\\N,airport,OurAirports',
    '4,Quellfeld Hauptbahnhof,Quellfeld,Germany,QQH,\\N,52.1,13.2,40,1,E,Europe/Berlin,station,User',
  ],
  'openflights-airports-10': [
    'Quillfield,Quillfield,Namibia,QQF,ZZQQ,-22.5,17.25,5640,2,S',
    'Rookmere,Rookmere,United Kingdom,,ZZQR,51.5,-1.25,10,0,E',
  ],
  'openflights-airlines': [
    '1,Quill Air,\\N,Q9,QIL,QUILL,Namibia,Y',
    '2,Rook Airways,\\N,-,N/A,\\N,\\N,Y',
    '3,Old Rook,Rook,R9,RKK,ROOK,United Kingdom,N',
  ],
  'optd-airlines': [
    'pk^env_id^validity_from^validity_to^3char_code^2char_code^num_code^name^name2^alliance_code^alliance_status^type^wiki_link^flt_freq^alt_names^bases^key^version^parent_pk_list^successor_pk_list',
    'air-quill-v1^^1990-01-01^^QIL^Q9^16^Quill Air^^^^^^^en|Quill Air|=zh|旧鹅毛航空|h=zh|鵝毛航空|=zh|鹅毛航空|p^^air-quill^1^^',
    'air-rook-v1^^1990-01-01^^^R9^0^^Rook Airways^^^^^^en|Rook Airways|^^air-rook^1^^',
    'air-old-rook-v1^1^1950-01-01^1989-12-31^^R8^123^Old Rook^^^^^^^^^air-old-rook^1^^',
    'gds-quill-v1^^^^^1Q^0^Quill Booking^^^^G^^^^^gds-quill^1^^',
  ],
  'optd-places': [
    'iata_code^icao_code^envelope_id^name^latitude^longitude^fcode^country_code^continent_name^timezone^city_code_list^city_name_list^location_type^alt_name_section',
    'QQF^ZZQQ^^Quillfield International Airport^-22.5^17.25^AIRP^NA^Africa^Africa/Windhoek^QQC,QQF^Quillfield=Quillton^A^en|Quillfield Airport|s=zh|鹅毛机场|',
    'QQC^^^Quillfield^-22.6^17.1^PPL^NA^Africa^Africa/Windhoek^QQC^Quillfield^C^zh|鵝毛市|=zh-CN|鹅毛市|',
    'RKM^^^Rookmere Airport^51.5^-1.25^AIRP^GB^Europe^Europe/London^RKM^Rookmere^CA^zh|鸦湖机场|',
    'QQB^^^Quill Bus Station^-22.6^17.1^BUSTN^NA^Africa^Africa/Windhoek^QQC^Quillfield^B^',
    'QQX^^1^Old Quillfield Airport^-22.4^17.2^AIRP^NA^Africa^Africa/Windhoek^QQC^Quillfield^A^',
  ],
  'optd-best-known': [
    'pk^iata_code^latitude^longitude^city_code^date_from',
    'QQF-A-9000001^QQF^-22.5^17.25^QQC,QQF^',
    'QQC-C-9000002^QQC^-22.6^17.1^QQC^',
    'QQH-H-9000003^QQH^-22.7^17.2^QQC^2016-04-01',
  ],
  'trainline-stations': [
    'id;name;slug;uic;latitude;longitude;parent_station_id;is_city;country;is_main_station;time_zone;sncf_id;trenitalia_rtvt_id;db_id;db_is_enabled;same_as;info:en;info:zh',
    '1;Quellfeld;quellfeld;;52.1;13.2;;t;DE;f;Europe/Berlin;;;;f;;;',
    '2;Quellfeld Hbf;quellfeld-hbf;8099901;52.1;13.2;1;f;DE;t;Europe/Berlin;DEQQF;S09901;8099901;t;;Germany;鹅毛',
    '3;Quellfeld West;quellfeld-west;;;;2;f;DE;f;Europe/Berlin;;;;f;;;',
    '4;Quellfeld (tief);quellfeld-tief;8099902;52.1;13.2;1;f;DE;f;Europe/Berlin;;;;f;2;;',
  ],
  '12306-stations': [
    "var station_names ='@eml|鹅毛岭|QQL|emaoling|eml|0|9901|鹅毛|||@emd|鹅  毛 东|QQD|emaodong|emd|1|9901|鹅毛|lao|老挝|quill';",
  ],
  'ecb-rates': [
    'Date,USD,JPY,CYP,TRL,',
    '2026-04-13,1.1684,186.75,N/A,N/A,',
    '2001-01-15,0.9421,112.50,0.57310,639000,',
    '1999-12-31,N/A,N/A,N/A,N/A,',
  ],
};

type SampleSet = keyof typeof SAMPLE_LINES;

const SEPARATORS: Partial<Record<SampleSet, string>> = {
  'optd-airlines': '^',
  'optd-places': '^',
  'optd-best-known': '^',
  'trainline-stations': ';',
  'datahub-airport-codes': ';',
  'datahub-country-codes': ';',
};

/** Splits the lines of a sample into cells. */
export const splitSample = (name: SampleSet): string[][] =>
  SAMPLE_LINES[name].map((line) => line.split(SEPARATORS[name] ?? ','));

/** Returns the sample as the beginning of a file, from which presets are recognised. */
export function sampleHead(name: SampleSet): FileSample {
  const [columns = [], ...lines] = splitSample(name);
  return { columns, lines, text: SAMPLE_LINES[name].join('\n') };
}

export const sampleSets = Object.keys(SAMPLE_LINES) as SampleSet[]; // Cast: Object.keys returns string[].
