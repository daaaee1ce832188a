// SPDX-License-Identifier: GPL-3.0-only
pragma solidity 0.6.12;
pragma experimental ABIEncoderV2;

// The keys of the house pass in two steps.
abstract contract Keyed {
    address public keeper;
    address public nextKeeper;

    event KeeperChanged(address indexed from, address indexed to);

    modifier onlyKeeper() {
        require(msg.sender == keeper, "keeper only");
        _;
    }

    constructor() internal {
        keeper = msg.sender;
    }

    function nameKeeper(address next) external onlyKeeper {
        nextKeeper = next;
    }

    function takeKeys() external {
        require(msg.sender == nextKeeper, "not named"); //~ BENIGN ACCESS_CTRL only whom the keeper has named
        emit KeeperChanged(keeper, msg.sender);
        keeper = msg.sender;
        nextKeeper = address(0);
    }
}

// Hops in bales, stored for growers. The keeper books a bale in; its owner may assign it, have it valued, and take it out
// against the storage that has run up. The house sets no price. Growers bring a scale of their own choice, a contract that
// knows the market of the day, and what it says is noted for a buyer to see.
contract HopWarehouse is Keyed {
    uint256 public constant WEEKLY = 0.0001 ether; // storage for a hundred kilos

    struct Bale {
        address owner;
        uint32 kilos;
        uint16 alpha; // acid, in tenths of a percent
        uint64 since;
        bool out;
    }

    Bale[] public bales;
    uint256 public storedKilos;
    mapping(uint256 => uint256) public notedValue;
    mapping(uint256 => address) public notedBy;

    event BookedIn(uint256 indexed id, address indexed owner, uint32 kilos, uint16 alpha);
    event Assigned(uint256 indexed id, address indexed from, address indexed to);
    event Valued(uint256 indexed id, address indexed scale, uint256 value);
    event TakenOut(uint256 indexed id, uint256 storagePaid);

    modifier onlyOwnerOf(uint256 id) {
        require(id < bales.length && !bales[id].out, "no such bale");
        require(bales[id].owner == msg.sender, "owner only");
        _;
    }

    function bookIn(address grower, uint32 kilos, uint16 alpha) external onlyKeeper returns (uint256 id) {
        require(grower != address(0) && kilos > 0 && alpha < 300, "bale");
        id = bales.length;
        bales.push(Bale(grower, kilos, alpha, uint64(block.timestamp), false));
        storedKilos += kilos;
        emit BookedIn(id, grower, kilos, alpha);
    }

    function assign(uint256 id, address to) external onlyOwnerOf(id) {
        require(to != address(0), "to whom");
        emit Assigned(id, msg.sender, to);
        bales[id].owner = to;
    }

    // Asks a scale what a bale is worth. A weight of zero or a value without bounds would only mislead a buyer.
    function appraise(uint256 id, address scale) external onlyOwnerOf(id) returns (uint256 value) { //~ INSUFF_GUARD ACCESS_CTRL a single bale, assigned by anyone, is enough
        Bale memory b = bales[id];
        require(scale != address(this) && scale != keeper, "scale"); //~ INSUFF_GUARD INPUT_VAL any other contract will do
        value = _ask(scale, abi.encodeWithSignature("valueOf(uint256,uint256)", uint256(b.kilos), uint256(b.alpha))); //~ PREREQ EXT_CALL to a contract of the caller's choice
        require(value > 0 && value < 2**128, "value");
        notedValue[id] = value;
        notedBy[id] = scale;
        emit Valued(id, scale, value);
    }

    function storageDue(uint256 id) public view returns (uint256) {
        Bale memory b = bales[id];
        uint256 weeksStored = (block.timestamp - b.since + 1 weeks - 1) / 1 weeks; //~ BENIGN ARITHMETIC a week begun counts as a week
        return (weeksStored * WEEKLY * b.kilos) / 100;
    }

    function takeOut(uint256 id) external payable onlyOwnerOf(id) {
        uint256 due = storageDue(id);
        require(msg.value >= due, "storage not paid");
        bales[id].out = true; //~ BENIGN STATE_MOD before the change is returned
        storedKilos -= bales[id].kilos;
        emit TakenOut(id, due);
        if (msg.value > due) _send(msg.sender, msg.value - due);
    }

    function collect(address payable to, uint256 amount) external onlyKeeper {
        _send(to, amount);
    }

    // Several calls of this contract in one transaction, each in the name of the caller.
    function batch(bytes[] calldata calls) external returns (bytes[] memory results) {
        results = new bytes[](calls.length);
        for (uint256 i = 0; i < calls.length; i++) {
            (bool ok, bytes memory result) = address(this).delegatecall(calls[i]); //~ BENIGN DELEGATE its own code, and no ether comes with it
            require(ok, "a call of the batch failed");
            results[i] = result;
        }
    }

    function _ask(address scale, bytes memory question) private returns (uint256) {
        (bool ok, bytes memory answer) = scale.delegatecall(question); //~ ROOT_CAUSE DELEGATE the scale's code runs on the storage of the house
        require(ok && answer.length == 32, "no answer"); //~ BENIGN INPUT_VAL looks at the form of the answer
        return abi.decode(answer, (uint256));
    }

    function _send(address payable to, uint256 amount) private {
        (bool sent, ) = to.call{value: amount}("");
        require(sent, "payment refused");
    }
}
