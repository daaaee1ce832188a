// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

struct Treaty {
    address cedent;
    address reinsurer;
    uint16 part;
    bool bound;
    uint32 term;
    uint32 endDay;
    uint256 price;
    uint256 limit;
    uint256 used;
}

interface ITreaties {
    event Proposed(uint256 indexed id, address indexed cedent, address indexed reinsurer);
    event Bound(uint256 indexed id, uint32 endDay);
    event Recovered(uint256 indexed id, uint256 loss, uint256 amount);
    event Closed(uint256 indexed id, uint256 left);

    error NotManager();
    error NotPool();
    error BadTerms();
    error HasTreaty();
    error IsBound();
    error NotBound();
    error Runs();

    function recover(uint256 loss) external returns (uint256 n);

    function treatyOf(address pool) external view returns (uint256);

    function get(uint256 id) external view returns (Treaty memory);
}
