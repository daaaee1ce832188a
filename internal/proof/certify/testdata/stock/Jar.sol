// SPDX-License-Identifier: MIT
pragma solidity VERSION;

/// Keeps notes about coins.
contract Shelf {
    enum State { Open, Shut }

    struct Note {
        uint256 amount;
        State state;
    }

    State internal state;
    mapping(address => Note) internal notes;

    event Kept(address indexed owner, uint256 amount);

    modifier whileOpen() {
        require(state == State.Open, "shut");
        _;
    }

    /// @param owner whose note it is
    /// @param amount what it says
    function log(address owner, uint256 amount) internal {
        notes[owner] = Note({state: State.Open, amount: amount});
        emit Kept(owner, amount);
    }
}

/// Keeps coins for their owners.
contract Jar is Shelf {
    mapping(address => uint256) public kept;
    uint256 public total;
    address public keeper;

    constructor() public {
        keeper = msg.sender;
    }

    function put() external payable whileOpen {
        kept[msg.sender] += msg.value;
        total += msg.value;
        log({amount: msg.value, owner: msg.sender});
    }

    function take() external {
        uint256 amount = kept[msg.sender];
        // pays
        (bool paid, ) = msg.sender.call{value: amount}("");
        require(paid, "not paid");
        kept[msg.sender] = 0;
    }

    function close() external {
        require(msg.sender == keeper, "not the keeper");
        state = State.Shut;
    }

    function noteOf(address owner) external view returns (uint256, bool) {
        Note storage n = notes[owner];
        return (n.amount, n.state == State.Shut);
    }

    function place() external pure returns (uint256 where) {
        assembly {
            where := keptSLOT
        }
    }
}
